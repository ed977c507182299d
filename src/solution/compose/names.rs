//! What a program calls the numbers of its input and of its theory.

use std::collections::BTreeSet;

use crate::layout::{Layout, NumberItem};

/// Words that mean something else in a program, in any of the five languages, so that all five look alike.
const RESERVED: &str = "
    abstract alignas alignof and and_eq as asm assert async atomic_cancel atomic_commit atomic_noexcept auto await
    become bitand bitor bool boolean box break byte case catch char char16_t char32_t char8_t class co_await co_return
    co_yield compl concept const const_cast consteval constexpr constinit continue crate decltype def default del delete
    do double dyn dynamic_cast elif else enum except explicit export extends extern false final finally float fn for
    friend from gen global goto if impl implements import in inline instanceof int interface is lambda let long loop
    macro match mod move mut mutable namespace native new noexcept none nonlocal not not_eq null nullptr operator or
    or_eq override package pass priv private protected pub public raise ref register reinterpret_cast requires restrict
    return self short signed sizeof static static_assert static_cast strictfp struct super switch synchronized template
    this thread_local throw throws trait transient true try type typedef typeid typename typeof union unsafe unsigned
    unsized use using var virtual void volatile wchar_t where while with xor xor_eq yield
    i386 linux unix
    abort abs acos acosh alloca asin asinh atan atan2 atanh atexit atof atoi atol bcmp bcopy bsearch bzero cabs cacos
    calloc carg casin catan cbrt ccos ceil cexp cimag clog conj copysign cos cosh cpow cproj creal csin csqrt ctan div
    drem erf erfc errno exit exp exp10 exp2 expm1 fabs fclose fdim feof ferror fflush ffs fgetc fgets finite floor fma
    fmax fmin fmod fopen fork fprintf fputc fputs fread free freopen frexp fscanf fseek ftell fwrite gamma getc getchar
    getenv getline gets gettext hypot ilogb imaxabs index isalnum isalpha isascii isblank iscntrl isdigit isgraph isinf
    islower isnan isprint ispunct isspace isupper isxdigit j0 j1 jn labs ldexp ldiv lgamma llabs llrint llround log
    log10 log1p log2 logb lrint lround malloc mbtowc memchr memcmp memcpy memmove memset mktemp modf nan nearbyint
    nextafter perror popen pow pow10 printf putc putchar puts qsort rand random realloc remainder remove remquo rename
    rewind rindex rint round scalb scalbln scalbn scanf select setbuf setstate setvbuf signbit significand sin sincos
    sinh snprintf sprintf sqrt srand srandom sscanf stderr stdin stdout stpcpy strcat strchr strcmp strcpy strcspn
    strdup strlen strncat strncmp strncpy strpbrk strrchr strspn strstr strtod strtok strtol strxfrm system tan tanh
    tgamma tmpfile tmpnam toascii tolower toupper trunc ungetc valloc vprintf wctomb y0 y1 yn
    append any all args arrays at bin bytes chr cin compare complex cout dict dir ended enumerate eval exec filter format
    hash hex id input inputs ios islice iter len list main map math max memoryview min object oct ord
    next numbers out print property range read_to_string repr reversed set slice sort sorted std str string sum sys
    text tuple unused vars vec vector zip";

/// `name`, or a longer one if something else is called so.
pub(super) fn unlike(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let is_free = |name: &String| !is_taken(name) && !is_reserved(name);
    let longer = (2..).map(|nth| format!("{name}_{nth}"));
    let mut names = [name.to_owned(), format!("{name}_")].into_iter().chain(longer);
    names.find(is_free).expect("there are more names than things")
}

/// Whether a word means something in one of the languages.
pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.split_whitespace().any(|word| word == name)
}

/// What the program calls each number, and all of these names.
pub(super) fn names(layout: &Layout) -> (Vec<String>, BTreeSet<String>) {
    let mut taken = BTreeSet::new();
    let mut name = |number: &NumberItem| {
        let words = number.name.split('_').filter(|word| !word.is_empty());
        let name = words.collect::<Vec<_>>().join("_").to_lowercase();
        let name = unlike(&name, |other| taken.contains(other));
        taken.insert(name.clone());
        name
    };
    (layout.numbers.iter().map(&mut name).collect(), taken)
}
