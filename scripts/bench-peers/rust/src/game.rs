//! The games. A reader pushes every number of the input into a [`Game`].

use std::io::{self, BufWriter, StdoutLock, Write};

/// The game of one judge problem, and its answers so far.
pub struct Game {
    problem: Problem,
    answers: BufWriter<StdoutLock<'static>>,
    /// How many piles of the case are still to come; `None` between two cases.
    missing: Option<u64>,
    sum: u64,
    any_large: bool,
    /// The piles of the case, if the problem must look at them twice.
    piles: Vec<u64>,
    ended: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Problem {
    Poj2234,
    Hdu1850,
    Hdu2509,
}

impl Game {
    /// The game that the program's only argument names.
    pub fn from_arguments() -> Game {
        let problem = match std::env::args().nth(1).as_deref() {
            Some("poj2234") => Problem::Poj2234,
            Some("hdu1850") => Problem::Hdu1850,
            Some("hdu2509") => Problem::Hdu2509,
            _ => {
                eprintln!("usage: PEER poj2234|hdu1850|hdu2509 < FILE");
                std::process::exit(2);
            }
        };
        Game {
            problem,
            answers: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
            missing: None,
            sum: 0,
            any_large: false,
            piles: Vec::new(),
            ended: false,
        }
    }

    /// Takes the next number: how many piles the next case has, or a pile.
    #[inline(always)]
    pub fn push(&mut self, number: u64) {
        let missing = match self.missing {
            None => {
                self.begin(number);
                number
            }
            Some(missing) => {
                self.sum ^= number;
                self.any_large |= number > 1;
                if self.problem == Problem::Hdu1850 {
                    self.piles.push(number);
                }
                missing - 1
            }
        };
        self.missing = Some(missing);
        if missing == 0 {
            self.missing = None;
            self.answer();
        }
    }

    fn begin(&mut self, piles: u64) {
        self.sum = 0;
        self.any_large = false;
        self.piles.clear();
        self.ended |= self.problem == Problem::Hdu1850 && piles == 0;
    }

    fn answer(&mut self) {
        if self.ended {
            return;
        }
        let won = match self.problem {
            Problem::Poj2234 => self.sum != 0,
            Problem::Hdu2509 => (self.sum != 0) == self.any_large,
            Problem::Hdu1850 => {
                let sum = self.sum;
                let moves = self.piles.iter().filter(|&&pile| pile ^ sum < pile);
                return writeln!(self.answers, "{}", moves.count())
                    .expect("answers can be written");
            }
        };
        let word: &[u8] = if won { b"Yes\n" } else { b"No\n" };
        self.answers
            .write_all(word)
            .expect("answers can be written");
    }

    /// Writes the answers that are still in the buffer.
    pub fn finish(mut self) {
        self.answers.flush().expect("answers can be written");
    }
}
