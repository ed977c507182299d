//! What is known of a problem at its judge, by its `game.toml` or its `problem.yaml`.

use super::Sample;

/// What is known of a problem at its judge.
#[derive(Clone, Debug, Default)]
pub(super) struct Published {
    /// A title, where it is not that of the statement: in all languages, or in all but Chinese; and in Chinese.
    pub titles: [Option<String>; 2],
    /// The judge, and the problem's number there.
    pub source: Option<String>,
    /// The page of the problem there.
    pub url: Option<String>,
    /// The limit of CPU time, in seconds.
    pub time_limit: Option<f64>,
    /// The limit of memory, in MiB.
    pub memory_limit: Option<f64>,
    pub samples: Vec<Sample>,
}
