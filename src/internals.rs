pub mod answer {
    pub use crate::answer::{Answerer, VALUES};
}
pub mod cli {
    pub use crate::cli::{run, texts};
}
pub mod commands {
    pub mod source {
        pub use crate::commands::source::base64;
    }
}
pub mod decode {
    pub use crate::decode::{Chunk, Decoder, Fetched, Kernel, PADDING, STEP, Slice};
}
pub mod engine {
    pub use crate::engine::{Part, RunOptions, answer};
    pub mod file {
        pub use crate::engine::file::run;
    }
    pub mod pipe {
        pub use crate::engine::pipe::{End, Pipe};
    }
    pub mod stream {
        pub use crate::engine::stream::run;
    }
}
pub mod error {
    pub use crate::error::{Error, InputError, NoPeriod};
}
pub mod game {
    pub use crate::game::{Changes, Play};
    pub mod period {
        pub use crate::game::period::{MANY, Period};
    }
    pub mod positions {
        pub use crate::game::positions::PILES;
    }
    pub mod rule {
        pub use crate::game::rule::{RULES, Rules, meant};
    }
}
pub mod input {
    pub use crate::input::{Count, FilesStayUnchanged, Input};
}
pub mod interrupt {
    pub use crate::interrupt::Interrupt;
}
pub mod judge {
    pub mod compare {
        pub use crate::judge::answer_text::AnswerText;
        pub use crate::judge::compare::{Comparison, compare};
    }
    pub mod diagnosis {
        pub use crate::judge::diagnosis::{Answered, Diagnosis, Likely, Shown};
    }
    pub mod judgement {
        pub use crate::judge::judgement::Judgement;
    }
    pub mod name {
        pub use crate::judge::name::Name;
    }
    pub mod process {
        #[cfg(target_os = "linux")]
        pub use crate::judge::process::put_first;
        pub use crate::judge::process::{Idle, Run, RunLimits, Snapshot, State, Termination, Usage, run};
        #[cfg(unix)]
        pub use crate::judge::process::{be_keeper, keep_by};
    }
    pub mod stress {
        pub use crate::judge::stress::{SearchOptions, SearchResult, Smaller, rounds, search, small_rounds};
    }
    pub mod verdict {
        pub use crate::judge::verdict::Verdict;
    }
}
pub mod layout {
    pub use crate::layout::{Layout, Parameter, PileOf, Position, Repeat, Role};
    pub mod checker {
        pub use crate::layout::checker::{Violation, check};
    }
    pub mod sink {
        pub use crate::layout::sink::Sink;
    }
}
pub mod memory {
    pub use crate::memory::Memory;
}
pub mod output {
    #[cfg(unix)]
    pub use crate::output::{occupy_closed_descriptors, report_closed_pipes};
    pub mod answers {
        pub use crate::output::answers::Answers;
    }
}
pub mod package {
    pub use crate::package::{Format, run};
    pub mod validators {
        pub use crate::package::validators::{Interface, answer_validator, checker, input_validator};
    }
}
pub mod problem {
    pub use crate::problem::{Problem, embedded, find, ids};
    pub mod judges {
        pub use crate::problem::judges::{JUDGES, judge};
    }
    pub mod statement {
        pub use crate::problem::statement::plain;
    }
}
pub mod report {
    pub mod comparison {
        pub use crate::report::comparison::{proof, text};
    }
}
pub mod solution {
    pub use crate::solution::compose;
    pub mod parse {
        pub use crate::solution::parse::{expr, file, statements};
    }
    pub mod theory {
        pub use crate::solution::theory::{names, text};
    }
    pub mod tree {
        pub use crate::solution::tree::{Block, Expr, Function, Operator, Program, Statement};
    }
}
pub mod testdata {
    pub use crate::testdata::{Bounds, CaseNumbers, CaseShape, Limits, Random, TestInput};
    pub use crate::testdata::{generated, inputs, positions, random, sentences, tests};
    pub mod enumerate {
        pub use crate::testdata::enumerate::{Layer, inputs};
    }
    pub mod generate {
        pub use crate::testdata::generate::{GenerateOptions, run};
    }
    pub mod grammar {
        pub use crate::testdata::grammar::{Candidate, Ending, Grammar};
    }
    pub mod split {
        pub use crate::testdata::split::run;
    }
}
pub mod words {
    pub use crate::words::Language;
    pub mod wording {
        pub use crate::words::wording::sentences;
    }
}
