//! What the program carries of the folders under `problems/`: statements, samples, programs to submit.

/// What is embedded of a problem's folder.
#[derive(Clone, Copy, Debug)]
pub struct Package {
    /// `problem.yaml`.
    pub yaml: &'static str,
    /// `layout.txt`, which [`crate::layout`] reads.
    pub layout: &'static str,
    /// The statement in English, as `LaTeX`.
    pub english: &'static str,
    /// The statement in Chinese, as `LaTeX`.
    pub chinese: &'static str,
    /// The judge's samples.
    pub samples: &'static [Sample],
    /// The accepted program in C, which is C++ too.
    pub c: &'static str,
    /// The accepted program in Rust.
    pub rust: &'static str,
}

/// A sample of the judge.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The input.
    pub input: &'static str,
    /// The answers to it.
    pub answers: &'static str,
}

impl Package {
    /// The page of the problem on its judge, where it is known.
    pub fn url(&self) -> Option<&'static str> {
        let mut lines = self.yaml.lines();
        lines.find_map(|line| line.strip_prefix("  url: "))
    }

    /// The layout of an input, in the words of `layout.txt`.
    pub fn input(&self) -> &'static str {
        self.layout.split("->").next().unwrap_or_default()
    }

    /// The limits of `alias`, in the words of `layout.txt`, if that has others for it.
    pub fn limits_of(&self, alias: &str) -> Option<&'static str> {
        let mut lines = self.layout.lines();
        lines.find_map(|line| line.strip_prefix(alias)?.strip_prefix(" = "))
    }
}

/// The [`Package`] of the folder `problems/<id>`; the names of its samples follow the id, if there are
/// more than `1`.
macro_rules! package {
    ($id:literal) => {
        package!($id, "1")
    };
    ($id:literal, $($sample:literal),+) => {
        $crate::packages::Package {
            yaml: package!(@file $id, "/problem.yaml"),
            layout: package!(@file $id, "/layout.txt"),
            english: package!(@file $id, "/statement/problem.en.tex"),
            chinese: package!(@file $id, "/statement/problem.zh.tex"),
            samples: &[$($crate::packages::Sample {
                input: package!(@file $id, "/data/sample/", $sample, ".in"),
                answers: package!(@file $id, "/data/sample/", $sample, ".ans"),
            }),+],
            c: package!(@file $id, "/submissions/accepted/", $id, ".c"),
            rust: package!(@file $id, "/submissions/accepted/", $id, ".rs"),
        }
    };
    (@file $($part:literal),+) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/problems/", $($part),+))
    };
}

pub(crate) use package;
