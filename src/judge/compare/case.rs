//! A case of an input that is read again: its text, and one of its positions.

use std::ops::{ControlFlow, Range};

use super::answer_text::trimmed;
use crate::answer::Template;
use crate::answer::facts::{Facts, write};
use crate::decode::{Slice, is_white_space, words};
use crate::engine::pipe::{Checkpoint, End};
use crate::engine::resume;
use crate::error::{Error, InputError};
use crate::game::rule::Rules;
use crate::input::Input;
use crate::layout::case::CaseReader;
use crate::layout::sink::{Discard, Sink, break_if};
use crate::layout::{Position, Role};
use crate::output::answers::Answers;
use crate::problem::Problem;
use crate::testdata::grammar::{Candidate, Grammar};
use crate::testdata::input_text::ending;

/// A position with more piles, or more takes, is not for a board.
const MAX_ON_BOARD: usize = 100;

/// What a report shows of a case.
#[derive(Clone, Debug)]
pub struct CaseExcerpt {
    /// The line of its first number.
    pub line: u64,
    /// The text as it is in the input, or the beginning of a long one.
    pub text: String,
    /// The rule of the position that the answers are about, with what the input gives of it, and the piles, or the
    /// cells of coins or persons; `None` if they are too many for a board.
    pub position: Option<(String, Vec<u64>)>,
}

/// The cases of an input, read again in ascending order.
pub(super) struct CaseLookup<'p> {
    pub problem: &'p Problem,
    input: Input,
    /// The offset of the first case.
    head: u64,
    /// The start of the last case that was read.
    at: Checkpoint,
    /// The offset of what comes behind it.
    end: u64,
    case: Case,
    /// The rules of the position that was read last.
    rules: Rules,
}

impl<'p> CaseLookup<'p> {
    pub(super) fn of(problem: &'p Problem, input: &Input) -> Result<Self, Error> {
        let start = Checkpoint::start(&problem.layout);
        let mut case = Case {
            reader: CaseReader::new(&problem.layout, Position::default()),
            positions_left: 1,
        };
        // The head may give a part of the rules.
        let (_, first) = resume(input, start.clone(), 0, &mut case)?;
        Ok(Self {
            problem,
            input: input.clone(),
            head: first.offset(),
            at: start,
            end: 0,
            case,
            rules: problem.rules.clone(),
        })
    }

    /// Reads case `number`, counted from 1, and keeps its position `index`, counted from 0. Returns whether there is
    /// one.
    pub(super) fn read(&mut self, number: u64, index: usize) -> Result<bool, Error> {
        let (end, mut start) = resume(&self.input, self.at.clone(), number - 1, &mut Discard)?;
        if !matches!(end, End::Paused(_)) {
            return Ok(false);
        }
        self.at = start.clone();
        self.case.reader.end_position();
        self.case.positions_left = index + 1;
        // It ends before whatever comes next.
        start.framer().ignore_case_end();
        let (_, end) = resume(&self.input, start, number, &mut self.case)?;
        self.end = end.offset();
        for (role, values) in &self.case.reader.position.given {
            self.rules.set(*role, values);
        }
        // It was answered, so that its largest pile is not too large.
        let largest = self.piles().iter().max().copied().unwrap_or(0);
        let _ = self.rules.cover(largest);
        Ok(true)
    }

    /// Where position number `position`, counted from 1, is: the number of its case, and its index there.
    pub(super) fn of_position(&mut self, position: u64) -> Result<(u64, usize), Error> {
        let mut positions = PositionSeeker {
            left: position,
            case: 1,
            index: 0,
        };
        resume(&self.input, self.at.clone(), u64::MAX, &mut positions)?;
        Ok((positions.case, positions.index))
    }

    /// The input that has nothing but the case, or this one of its positions if each has an answer of its own. `None`
    /// if the number of cases cannot be found in it, or that of the positions.
    pub(super) fn alone(&self, position: usize) -> Result<Option<Vec<u8>>, Error> {
        let layout = &self.problem.layout;
        let mut head = self.text(0..self.head)?;
        let mut counted = None;
        if let Some(count) = layout.case_count() {
            let before = layout.numbers_of_head();
            let before: Vec<_> = before
                .take_while(|number| number.index != count.index)
                .collect();
            let are_single = before.iter().all(|number| number.length.is_none());
            let place = before.len();
            let Some(word) = words(&head)
                .nth(place)
                .filter(|_| are_single && layout.least_cases() == 1)
            else {
                return Ok(None);
            };
            let start = word.as_ptr() as usize - head.as_ptr() as usize;
            head.splice(start..start + word.len(), *b"1");
            counted = Some(place);
        }
        let case = self.text(self.at.offset()..self.end)?;
        if self.problem.answer.positions.is_some() {
            let numbers = [&head, &b" "[..], &case].concat();
            let numbers = words(&numbers).enumerate();
            let numbers = numbers.filter(|(place, _)| Some(*place) != counted);
            let numbers = numbers.map(|(_, word)| String::from_utf8_lossy(word).parse().ok());
            let grammar = Grammar::new(layout.clone());
            let case = numbers.collect::<Option<Vec<_>>>();
            let case = case.and_then(|case| grammar.with_position(&case, position));
            return Ok(case.map(|case| Candidate::whole(vec![case]).input(&grammar).into_bytes()));
        }
        let text = [&head, trimmed(&case), b"\n", ending(layout).as_bytes()].concat();
        Ok(Some(text))
    }

    /// A part of the input.
    fn text(&self, range: Range<u64>) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        let read = self.input.read_at(range.start, &mut bytes)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    /// What is shown of the case.
    pub(super) fn excerpt(&mut self) -> Result<CaseExcerpt, Error> {
        const LONGEST: u64 = 64 * 1024;
        let start = self.at.offset();
        let len = self.end - start;
        let mut bytes = vec![0; len.min(LONGEST) as usize];
        let read = self.input.read_at(start, &mut bytes)?;
        let mut text = String::from_utf8_lossy(trimmed(&bytes[..read])).into_owned();
        if len > LONGEST {
            // Its last number may be cut.
            text.truncate(text.rfind(char::is_whitespace).unwrap_or(0));
            text += " ...";
        }
        let position = self.input.position(start)?;
        Ok(CaseExcerpt {
            line: position.line,
            text,
            position: self.position(),
        })
    }

    /// The rules of the position.
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The piles of the position, or the cells of the persons.
    pub(super) fn piles(&self) -> &[u64] {
        &self.case.reader.position.piles
    }

    /// Where any winning move is right: the answer `theirs` to case `number` with the words of our answer, if it names
    /// another winning move, and the rest of it is right.
    pub(super) fn with_our_move(
        &mut self,
        number: u64,
        ours: &[u8],
        theirs: &[u8],
    ) -> Result<Option<Vec<u8>>, Error> {
        if words(ours).eq(words(theirs)) || !self.read(number, 0)? {
            return Ok(None);
        }
        let (template, rules, piles) = (&self.problem.answer, self.rules(), self.piles());
        let is_theirs = is_winning_answer(template, rules, piles, number, theirs);
        let mut ours = words(ours);
        let runs = theirs.chunk_by(|&one, &next| is_white_space(one) == is_white_space(next));
        let replaced = runs.flat_map(|run| {
            if is_white_space(run[0]) {
                run
            } else {
                ours.next().unwrap_or_default()
            }
        });
        let mut replaced: Vec<_> = replaced.copied().collect();
        // Their move may leave fewer piles than ours, or more.
        for word in ours {
            replaced.push(b' ');
            replaced.extend(word);
        }
        replaced.truncate(replaced.trim_ascii_end().len());
        Ok(is_theirs.then_some(replaced))
    }

    /// The rule and the piles, unless these are too many for a board.
    fn position(&self) -> Option<(String, Vec<u64>)> {
        let rule = self.rules().text_with(|role| {
            let mut values = self.case.reader.position.given(role).to_vec();
            if role != Role::Take {
                // Those of several piles are no rule for all of them.
                return <[u64; 1]>::try_from(values)
                    .ok()
                    .map(|[value]| value.to_string());
            }
            values.sort_unstable();
            values.dedup();
            let takes: Vec<_> = values.iter().map(u64::to_string).collect();
            let fits = (1..=MAX_ON_BOARD).contains(&takes.len());
            fits.then(|| format!("{{{}}}", takes.join(",")))
        })?;
        let piles = self.piles().to_vec();
        let fits = (1..=MAX_ON_BOARD).contains(&piles.len());
        fits.then_some((rule, piles))
    }
}

/// Whether an answer to case `number` names a winning move, any one, and the rest of it is right.
pub(crate) fn is_winning_answer(
    template: &Template,
    rules: &Rules,
    piles: &[u64],
    number: u64,
    theirs: &[u8],
) -> bool {
    let mut facts = Facts::of_piles(template, piles, rules);
    (facts.case, facts.first_wins) = (number, true);
    let is_written = |facts: &Facts<'_>| {
        let mut answer = Answers::default();
        write(template, facts, &mut answer);
        words(answer.pending()).eq(words(theirs))
    };
    if template.shows_positions() && !template.shows_moves() {
        facts.after = template.claimed_position(&String::from_utf8_lossy(theirs));
        let after = facts.after.as_ref();
        return after.is_some_and(|after| rules.game().leads_to(piles, after))
            && is_written(&facts);
    }
    rules.game().winning(piles).any(|turn| {
        facts.name(&turn, template, rules);
        is_written(&facts)
    })
}

/// A case, and one of its positions.
struct Case {
    reader: CaseReader<Position>,
    /// How many positions end before the one that is kept, and with it.
    positions_left: usize,
}

/// Collects the numbers of a case.
impl Sink for Case {
    fn numbers(&mut self, role: Role, piece: Slice<'_>) -> Result<(), InputError> {
        if self.positions_left == 0 {
            return Ok(());
        }
        self.reader.numbers(role, piece)
    }

    fn place(&mut self, place: usize) {
        self.reader.place(place);
    }

    fn end_row(&mut self) -> Result<(), InputError> {
        if self.positions_left == 0 {
            return Ok(());
        }
        self.reader.end_row()
    }

    fn end_position(&mut self) {
        if self.positions_left > 1 {
            self.reader.end_position();
        }
        self.positions_left = self.positions_left.saturating_sub(1);
    }

    fn end_case(&mut self) {}
}

/// Looks for a position among those of all cases.
struct PositionSeeker {
    /// How many positions come up to the one that is looked for, with that.
    left: u64,
    /// The number of its case, counted from 1, and its index there, counted from 0; before that, of the next one.
    case: u64,
    index: usize,
}

impl Sink for PositionSeeker {
    fn numbers(&mut self, _role: Role, _piece: Slice<'_>) -> Result<(), InputError> {
        Ok(())
    }

    fn place(&mut self, _: usize) {}

    fn end_row(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn end_position(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.index += usize::from(self.left > 0);
    }

    fn end_case(&mut self) {
        if self.left > 0 {
            self.case += 1;
            self.index = 0;
        }
    }

    fn flush_if_full(&mut self) -> ControlFlow<()> {
        break_if(self.left == 0)
    }
}
