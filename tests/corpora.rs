//! Replays the corpora of `tests/fuzz`: inputs that are kept from fuzzing.

use std::fs;
use std::path::Path;

use crate::properties::{compare, decode, problems, validate, whole};

/// Replays the corpus of a fuzz target; a panic names the file.
fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let files = fs::read_dir(folder.join(target)).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 10, "{} files of {target}", files.len());
    for file in files {
        let data = fs::read(&file).unwrap();
        // The name of the file is shown only if the check panics.
        println!("{}", file.display());
        check(&data);
    }
}

#[test]
fn every_kernel_decodes_the_corpus_as_the_naive_reader_does() {
    replay("decode", decode::check);
}

#[test]
fn every_problem_answers_the_corpus_alike_however_it_is_read() {
    replay("whole", whole::check);
}

#[test]
fn answers_of_the_corpus_compare_as_the_naive_comparer_says() {
    replay("compare", compare::check);
}

#[test]
fn validating_the_corpus_finds_what_a_naive_reading_of_the_layout_finds() {
    replay("validate", validate::check);
}

#[test]
fn whatever_is_generated_from_the_corpus_is_valid_and_answered_alike() {
    replay("problems", problems::check);
}
