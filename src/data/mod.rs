//! The test data of a problem, generated within the limits of the name that was used.

use std::borrow::Cow;

use crate::error::Error;
use crate::generate::{self, Options, Shape};
use crate::problem::Problem;

/// A test without its answers, which are bouton's own.
#[derive(Clone, Debug)]
pub struct TestInput {
    /// A file name without its extension.
    pub name: String,
    /// The input.
    pub input: Cow<'static, [u8]>,
}

/// The secret tests of `problem`: the hacks in its folder, then generated inputs, each made when it is
/// asked for. They are in a fixed order, and always the same.
///
/// The samples are not among them.
pub fn tests(problem: &Problem) -> impl Iterator<Item = Result<TestInput, Error>> {
    hacks(problem).chain(generated(problem))
}

fn hacks(problem: &Problem) -> impl Iterator<Item = Result<TestInput, Error>> {
    let stems = problem.files.stems("hacks", ".in").into_iter();
    stems.map(|stem| {
        let path = format!("hacks/{stem}.in");
        let input = problem
            .files
            .get(&path)
            .ok_or_else(|| Error::Usage(format!("{}: cannot read {path}", problem.name)))?;
        Ok(TestInput {
            name: format!("hack-{stem}"),
            input: match input {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            },
        })
    })
}

fn generated(problem: &Problem) -> impl Iterator<Item = Result<TestInput, Error>> {
    Shape::ALL.into_iter().filter_map(|shape| {
        let options = Options {
            seed: 1,
            shape,
            ..Options::default()
        };
        let mut input = Vec::new();
        match generate::run(problem, &problem.layout, options, &mut input) {
            // There is no such shape within the limits.
            Err(Error::Usage(_)) => None,
            done => Some(done.map(|()| TestInput {
                name: shape.name().to_owned(),
                input: Cow::Owned(input),
            })),
        }
    })
}
