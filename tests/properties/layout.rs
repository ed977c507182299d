//! A second parser for the layout language of `problems/README.md`: slow, and without any code of the
//! program.

use std::collections::HashMap;

/// The number of cases in a text, or the offset at which it does not conform to `layout`. `limits` are
/// those of an alias with others, as `NAME:LOW..HIGH` separated by spaces. By `rule` and `piles` some numbers must differ.
pub fn check(
    layout: &str,
    limits: &str,
    (rule, piles): (&str, &str),
    text: &[u8],
) -> Result<u64, usize> {
    let words: Vec<&str> = layout.split_whitespace().collect();
    let mut reader = Reader {
        limits,
        distinct: if rule == "coins" { piles } else { "" },
        ends: piles
            .strip_prefix('|')
            .and_then(|piles| piles.strip_suffix("|-1")?.split_once('-')),
        text,
        at: 0,
        values: HashMap::new(),
        floors: HashMap::new(),
        cases: 0,
    };
    reader.read(&words)?;
    if reader.at < text.len() {
        return Err(reader.at);
    }
    Ok(reader.cases)
}

struct Reader<'t> {
    limits: &'t str,
    /// The list of which no two numbers are equal, and the two numbers between which a pile is.
    distinct: &'t str,
    ends: Option<(&'t str, &'t str)>,
    text: &'t [u8],
    at: usize,
    /// The last number of each name.
    values: HashMap<String, u128>,
    /// The minimum of the next number of a name, where they ascend.
    floors: HashMap<String, u128>,
    cases: u64,
}

impl Reader<'_> {
    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn byte(&mut self, expected: u8) -> Result<(), usize> {
        if self.next() != Some(expected) {
            return Err(self.at);
        }
        self.at += 1;
        Ok(())
    }

    fn read(&mut self, words: &[&str]) -> Result<(), usize> {
        let mut is_first = true;
        let mut at = 0;
        while at < words.len() {
            match words[at] {
                "/" => {
                    self.byte(b'\n')?;
                    is_first = true;
                }
                "!" => self.cases += 1,
                "{" => {
                    let end = at + end_of_group(&words[at..]);
                    self.group(&words[at + 1..end], words[end])?;
                    at = end;
                }
                word => {
                    self.numbers(word, is_first)?;
                    is_first = false;
                }
            }
            at += 1;
        }
        Ok(())
    }

    fn group(&mut self, words: &[&str], end: &str) -> Result<(), usize> {
        self.floors.clear();
        if let Some(name) = end.strip_prefix("}*") {
            for _ in 0..self.values[name] {
                self.read(words)?;
            }
            return Ok(());
        }
        loop {
            self.read(words)?;
            match (end, self.next()) {
                ("}+" | "}+/", None) => return Ok(()),
                ("}+/", _) => self.byte(b'\n')?,
                ("}0", Some(b'0')) => {
                    self.number(0, 0)?;
                    return self.byte(b'\n');
                }
                ("}0", None) => return Err(self.at),
                _ => {}
            }
        }
    }

    /// A number or a list, as `NAME:LOW..HIGH` followed by `<` or `*TIMES`.
    fn numbers(&mut self, word: &str, mut is_first: bool) -> Result<(), usize> {
        let (word, times) = word.split_once('*').unwrap_or((word, ""));
        let (name, limits) = word.split_once(':').unwrap();
        let ascends = limits.ends_with('<');
        let own = self.limits.split_whitespace().find_map(|limits| {
            let (other, limits) = limits.split_once(':')?;
            (other == name).then_some(limits)
        });
        let limits = own.unwrap_or(limits.trim_end_matches('<'));
        let (low, high) = limits.split_once("..").unwrap();
        let (mut low, high) = (self.limit(low), self.limit(high));
        if ascends && times.is_empty() {
            low = low.max(self.floors.get(name).copied().unwrap_or(0));
        }
        let count = if times.is_empty() {
            1
        } else {
            self.values[times]
        };
        let mut others = Vec::new();
        if let Some((first, _)) = self.ends.filter(|(_, second)| *second == name) {
            others.push(self.values[first]);
        }
        for _ in 0..count {
            if !is_first {
                self.byte(b' ')?;
            }
            is_first = false;
            let start = self.at;
            let value = self.number(low, high)?;
            if others.contains(&value) {
                return Err(start);
            }
            if self.distinct == name {
                others.push(value);
            }
            self.values.insert(name.to_owned(), value);
            if ascends {
                low = value + 1;
                self.floors.insert(name.to_owned(), low);
            }
        }
        Ok(())
    }

    fn limit(&self, text: &str) -> u128 {
        match text.split_once('^') {
            Some((base, exponent)) => base.parse::<u128>().unwrap().pow(exponent.parse().unwrap()),
            None => text.parse().unwrap_or_else(|_| self.values[text]),
        }
    }

    /// A number within limits, without leading zeros.
    fn number(&mut self, low: u128, high: u128) -> Result<u128, usize> {
        let start = self.at;
        let len = self.text[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let digits = std::str::from_utf8(&self.text[start..start + len]).unwrap();
        // The largest limit has far fewer digits than this.
        let value = digits.get(..30).unwrap_or(digits).parse::<u128>();
        let is_plain = len == 1 || !digits.starts_with('0');
        match value {
            Ok(value) if is_plain && (low..=high).contains(&value) => {
                self.at += len;
                Ok(value)
            }
            _ => Err(start),
        }
    }
}

/// The index of the word that closes a group which the first word opens.
fn end_of_group(words: &[&str]) -> usize {
    let mut depth = 0;
    for (at, word) in words.iter().enumerate() {
        depth += i32::from(*word == "{") - i32::from(word.starts_with('}'));
        if depth == 0 {
            return at;
        }
    }
    panic!("a group that is open: {words:?}")
}
