//! What is reported about the first wrong case is true: every move, every reply and every reason is
//! checked against the definition of the game.

use std::collections::HashMap;

use bouton::game::Play;
use bouton::judge::verdict::Verdict;
use bouton::problem::Problem;

use crate::definition::{Position, Search};
use crate::diff::{
    Case, Comparer, Lines, SMALL, SPACES, Size, make, mutate, numbers, proof, report, words,
};
use crate::harness::{Asked, Random, answer, asked, play, problems, rule, some_of};

/// The pile (from 0) and what remains of it, in `pile 3: take 4, which leaves 5 of 9`.
#[track_caller]
fn step(piles: &[u64], claims: &str) -> (usize, u64) {
    let words: Vec<&str> = claims
        .split([' ', ':', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let number = |word: &str| word.parse::<u64>().unwrap();
    let [
        "pile",
        pile,
        "take",
        take,
        "which",
        "leaves",
        left,
        "of",
        all,
    ] = words[..]
    else {
        panic!("no move: {claims}");
    };
    let index = number(pile) as usize - 1;
    assert_eq!(piles[index], number(all), "{claims}");
    assert_eq!(number(all) - number(take), number(left), "{claims}");
    assert!(number(take) > 0);
    (index, number(left))
}

/// The problems that ask for moves, and what is reported about malformed answers to them.
const FORMS: [(&str, &str); 4] = [
    (
        "bzoj1874",
        "YES / <pile> <take> with the first winning move, or NO if the first player loses",
    ),
    (
        "hdu2176",
        "Yes / <size> <left> / ... with all winning moves, or No if the first player loses",
    ),
    (
        "luogup1247",
        "<take> <pile> / <after> with the first winning move, or lose if the first player loses",
    ),
    (
        "codingamemiserenim",
        "<pile>:<take> ... with all winning moves, or CONCEDE if the first player loses",
    ),
];

/// The game of a case by its definition.
struct World<'c> {
    problem: &'static Problem,
    case: &'c Case,
    search: Search,
}

impl<'c> World<'c> {
    fn new(problem: &'static Problem, case: &'c Case) -> Self {
        Self {
            problem,
            case,
            search: search(problem, case),
        }
    }

    fn moves(&self, piles: &Position) -> Vec<Position> {
        self.search.moves(piles)
    }

    /// Whether the player to move wins.
    fn first_wins(&mut self, piles: &Position) -> bool {
        self.search.first_wins(piles)
    }

    /// The pile (from 0), the take, and the position after a reported move, which must be legal.
    #[track_caller]
    fn moved(&self, piles: &Position, claims: &str) -> (usize, u64, Position) {
        let words: Vec<&str> = claims
            .split([' ', ':'])
            .filter(|word| !word.is_empty())
            .collect();
        let index = |word: &str| word.parse::<usize>().unwrap() - 1;
        let size = |word: &str| word.parse::<u64>().unwrap();
        let mut after = piles.clone();
        let (pile, take) = match words[..] {
            ["person", person, "climbs", "from", from, "to", to] => {
                assert_eq!(piles[index(person)], size(from), "{claims}");
                (index(person), size(from) - size(to))
            }
            ["pile", pile, "take", take, "->", ..] => {
                after[index(pile)] -= size(take);
                let claimed_after: Position = words[5..].iter().map(|word| size(word)).collect();
                assert_eq!(claimed_after, after, "{claims}");
                after.clone_from(piles);
                (index(pile), size(take))
            }
            ["pile", _, "take", _, "which", ..] => {
                let (index, left) = step(piles, claims);
                (index, piles[index] - left)
            }
            _ => panic!("no move: {claims:?}"),
        };
        after[pile] -= take;
        assert!(self.moves(piles).contains(&after), "{piles:?} {claims}");
        (pile, take, after)
    }

    /// Checks the reported reason for which a position is lost.
    #[track_caller]
    fn is_lost(&mut self, piles: &Position, reason: &str) {
        assert!(!self.first_wins(piles), "{piles:?} {reason}");
        let sum = |piles: &Position| piles.iter().fold(0, |sum, pile| sum ^ pile);
        let is_true = match reason {
            "nothing is left" => piles.iter().all(|&pile| pile == 0),
            "the nim-sum is 0" => sum(piles) == 0,
            "an odd number of single stones is left" => {
                piles.iter().all(|&pile| pile <= 1) && piles.iter().sum::<u64>() % 2 == 1
            }
            "the nim-sum of the Grundy values is 0" => play(self.problem) == Play::Normal,
            "the nim-sum of the gaps is 0" => piles[self.case.king as usize - 1] > 0,
            "the king is at the top" => piles[self.case.king as usize - 1] == 0,
            _ => false,
        };
        assert!(is_true, "{piles:?} {reason}");
    }

    /// Checks `MOVE: REASON`, whose move must win.
    #[track_caller]
    fn wins(&mut self, piles: &Position, claims: &str) -> (usize, u64) {
        let (step, reason) = claims.rsplit_once(": ").unwrap();
        let (pile, take, after) = self.moved(piles, step);
        self.is_lost(&after, reason);
        (pile, take)
    }

    /// Checks `MOVE; the reply is MOVE: REASON`, whose first move must lose and whose reply must win.
    #[track_caller]
    fn loses(&mut self, piles: &Position, claims: &str) -> (usize, u64) {
        let (step, reply) = claims.split_once("; ").unwrap();
        let (pile, take, after) = self.moved(piles, step);
        if let Some(reply) = reply.strip_prefix("the reply is ") {
            self.wins(&after, reply);
        } else {
            assert_eq!(reply, "that was the last stone, and whoever takes it loses");
            assert_eq!(after.iter().sum::<u64>(), 0);
            assert_eq!(play(self.problem), Play::Misere);
        }
        (pile, take)
    }

    /// The moves in an answer that lists moves, each as often as it is listed, if the answer is
    /// well-formed.
    fn list(&self, answer: &str) -> Option<Vec<(u64, u64)>> {
        let lines: Vec<&str> = answer.lines().collect();
        let pairs = match (self.problem.id.as_str(), &lines[..]) {
            ("hdu2176", ["No"]) | ("codingamemiserenim", ["CONCEDE"]) => Vec::new(),
            ("hdu2176", ["Yes", pairs @ ..]) => pairs.to_vec(),
            ("codingamemiserenim", [pairs]) => pairs.split_whitespace().collect(),
            _ => return None,
        };
        let between = if self.problem.id == "hdu2176" {
            ' '
        } else {
            ':'
        };
        let number = |text: &str| {
            let number: u64 = text.parse().ok()?;
            (text == number.to_string()).then_some(number)
        };
        let pair = |pair: &str| {
            let (one, other) = pair.split_once(between)?;
            Some((number(one.trim())?, number(other.trim())?))
        };
        pairs.into_iter().map(pair).collect()
    }

    /// Checks every line of an explanation, and that nothing is missing.
    #[track_caller]
    fn check(&mut self, right: &str, wrong: Option<&str>, lines: &[String]) {
        let claims = lines.iter().map(|line| line.trim_start());
        let mut claims: Vec<&str> = claims.collect();
        let mut piles = self.case.positions.first().cloned().unwrap_or_default();
        // The complaint about the form comes first.
        if claims[0] == "letter case matters" {
            let wrong = wrong.unwrap();
            assert!(right != wrong && right.to_lowercase() == wrong.to_lowercase());
            claims.remove(0);
        } else if let Some((_, form)) = FORMS.iter().find(|(id, _)| *id == self.problem.id) {
            if claims[0] == format!("an answer to this case is {form}") {
                assert!(self.list(wrong.unwrap()).is_none());
                claims.remove(0);
            }
        } else if let Some(words) = claims[0].strip_prefix("an answer to this case is ") {
            if words == "how many first moves win" {
                let wrong = wrong.unwrap();
                assert!(wrong.parse::<u64>().is_err() || wrong.starts_with(['+', '0']));
            } else {
                let (first, second) = words
                    .split_once(" if the first player wins, else ")
                    .unwrap();
                let number = right
                    .split_inclusive(": ")
                    .next()
                    .filter(|_| right.contains(": "));
                let [first, second] = [first, second]
                    .map(|word| word.replace("Case <case>: ", number.unwrap_or_default()));
                assert!(right == first || right == second, "{words}");
                assert!(wrong != Some(&first) && wrong != Some(&second));
            }
            claims.remove(0);
        } else if claims[0] == "an answer is a word of the letters W and L" {
            assert!(wrong.unwrap().contains(|c: char| !"WL".contains(c)));
            claims.remove(0);
        }
        if let Some(line) = claims
            .first()
            .and_then(|line| line.strip_prefix("position "))
        {
            let (number, rest) = line.split_once(" is ").unwrap();
            let (state, numbers) = rest.split_once(':').unwrap();
            let index = number.parse::<usize>().unwrap() - 1;
            piles.clone_from(&self.case.positions[index]);
            let shown: Vec<String> = piles.iter().map(u64::to_string).collect();
            let shown = match &shown[..] {
                [] => "no piles".to_owned(),
                shown => shown.join(" "),
            };
            assert_eq!(numbers.trim(), shown);
            assert_eq!(state == "won", self.first_wins(&piles));
            let wrong = words(wrong.unwrap_or_default().as_bytes()).concat();
            assert_eq!(wrong.get(..index), right.as_bytes().get(..index));
            assert_ne!(wrong.get(index), Some(&right.as_bytes()[index]));
            claims.remove(0);
        } else if asked(self.problem) == Asked::Letters {
            let positions = self.case.positions.len();
            let letters = words(wrong.unwrap().as_bytes()).concat().len();
            if letters == positions {
                // The complaint about the form says all.
                assert!(claims.is_empty() && words(wrong.unwrap().as_bytes()).len() > 1);
                return;
            }
            assert!(letters > positions);
            let plural = |count: usize, one: &str| {
                format!("{count} {one}{}", if count == 1 { "" } else { "s" })
            };
            let (positions, letters) = (plural(positions, "position"), plural(letters, "letter"));
            let line = format!("the case has {positions}, the answer has {letters}");
            assert_eq!(claims, [line]);
            return;
        }
        let wins = self.first_wins(&piles);
        let winning = self.search.winning(&piles);
        let first = claims.first().copied().unwrap_or_default();
        if first
            == "the player to move wins: no move is left, and the player who takes the last stone loses"
        {
            assert!(piles.iter().sum::<u64>() == 0 && play(self.problem) == Play::Misere);
            self.refused(&piles, wrong, &claims[1..], &winning);
        } else if let Some(step) = first.strip_prefix("the player to move wins: ") {
            assert!(wins && claims.len() == 1, "{claims:?}");
            self.wins(&piles, step);
        } else if first == "the player to move loses: no move is left" {
            assert!(!wins && self.moves(&piles).is_empty());
            self.refused(&piles, wrong, &claims[1..], &winning);
        } else if let Some(reason) = first.strip_prefix("every move loses: ") {
            assert!(!wins && !self.moves(&piles).is_empty());
            self.is_lost(&piles, reason);
            match claims[1].strip_prefix("for example ") {
                Some(step) => {
                    let step = self.loses(&piles, step);
                    assert_eq!(claims.len(), 2, "{claims:?}");
                    // If a move was reported, it is the example.
                    let tried = wrong.and_then(|wrong| self.one_move(wrong));
                    let tried = tried.filter(|&(pile, take)| self.is_move(&piles, pile, take));
                    assert!(tried.is_none_or(|tried| tried == step), "{claims:?}");
                }
                None => self.refused(&piles, wrong, &claims[1..], &winning),
            }
        } else if let Some((count, _)) = first.split_once(" win") {
            // `3 moves win, each makes the nim-sum 0:` or `MOVE wins too, but ...`.
            if let Some((step, why)) = first.split_once(" wins too, ") {
                assert!(why.starts_with("but the problem asks for the first"));
                let (pile, take, _) = self.moved(&piles, step);
                assert_eq!(self.one_move(wrong.unwrap()), Some((pile, take)));
                assert!(winning.contains(&(pile, take)) && winning[0] != (pile, take));
                let best = claims[1].strip_prefix("the player to move wins: ").unwrap();
                assert_eq!(self.wins(&piles, best), winning[0]);
                return;
            }
            let moves = if winning.len() == 1 {
                "1 move"
            } else {
                &format!("{} moves", winning.len())
            };
            assert_eq!(count, moves);
            let shown = winning.len().min(3);
            for (i, &step) in winning.iter().take(shown).enumerate() {
                let (pile, take, after) = self.moved(&piles, claims[1 + i]);
                assert_eq!((pile, take), step);
                assert!(!self.first_wins(&after));
            }
            let more = winning.len() - shown;
            let rest: Vec<String> = (more > 0)
                .then(|| format!("and {more} more"))
                .into_iter()
                .collect();
            assert_eq!(claims[1 + shown..], rest);
        } else if first == "the move is right, but the rest of the answer is not" {
            assert_eq!(self.one_move(wrong.unwrap()), Some(winning[0]));
            let piles = right.lines().nth(1).unwrap();
            if self.problem.id == "luogup1247" {
                assert_eq!(claims[1..], [format!("the piles after it are {piles}")]);
            } else {
                assert_eq!(claims.len(), 1);
            }
        } else if ["bzoj1874", "luogup1247"].contains(&self.problem.id.as_str()) {
            // A reported move is illegal, or it loses although others win.
            let (pile, take) = self.one_move(wrong.unwrap()).unwrap_or((usize::MAX, 0));
            if self.is_move(&piles, pile, take) {
                assert_eq!(self.loses(&piles, first), (pile, take));
                assert!(wins);
            } else {
                self.is_illegal(&piles, first);
            }
            self.check(right, None, &lines[lines.len() - claims.len() + 1..]);
        } else {
            self.refused(&piles, wrong, &claims, &winning);
        }
    }

    /// The move in an answer with one move, if the answer is well-formed.
    fn one_move(&self, answer: &str) -> Option<(usize, u64)> {
        let (one, other) = match self.problem.id.as_str() {
            "bzoj1874" => {
                let mut lines = answer.lines().filter(|line| !line.is_empty());
                lines.next().filter(|line| *line == "YES")?;
                lines.next()?.trim().split_once(' ')?
            }
            // The piles after the move may follow in the same line: white space does not matter.
            "luogup1247" => {
                let mut words = answer.split_whitespace();
                (words.next()?, words.next()?)
            }
            _ => return None,
        };
        let (one, other) = (one.parse::<u64>().ok()?, other.trim().parse::<u64>().ok()?);
        let (pile, take) = if self.problem.id == "bzoj1874" {
            (one, other)
        } else {
            (other, one)
        };
        Some(((pile as usize).wrapping_sub(1), take))
    }

    fn is_move(&self, piles: &Position, pile: usize, take: u64) -> bool {
        let mut after = piles.clone();
        match after.get_mut(pile).filter(|size| **size >= take) {
            Some(size) => *size -= take,
            None => return false,
        }
        self.moves(piles).contains(&after)
    }

    /// Checks the reason for which a reported move is illegal.
    #[track_caller]
    fn is_illegal(&self, piles: &Position, why: &str) {
        let words: Vec<&str> = why
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .collect();
        let size = |word: &str| word.parse::<u64>().unwrap();
        let is_true = match words[..] {
            ["there", "is", "no", "pile", "of", pile] => !piles.contains(&size(pile)),
            ["there", "is", "no", "pile", number] => {
                !(1..=piles.len() as u64).contains(&size(number))
            }
            ["a", "move", "takes", "at", "least", "one", "stone"]
            | ["that", "is", "not", "a", "move"] => true,
            ["pile", number, "has", "only", all, "not", take] => {
                piles[size(number) as usize - 1] == size(all) && size(all) < size(take)
            }
            ["no", "move", "takes", take, "from", "pile", _] => {
                !self.case.subtraction_set.contains(&size(take))
            }
            _ => false,
        };
        assert!(is_true, "{piles:?} {why}");
    }

    /// Checks which moves of a list are missing, and which are wrong.
    #[track_caller]
    fn refused(
        &mut self,
        piles: &Position,
        wrong: Option<&str>,
        claims: &[&str],
        winning: &[(usize, u64)],
    ) {
        let leaves = self.problem.id == "hdu2176";
        let as_reported = |&(pile, take): &(usize, u64)| {
            if leaves {
                (piles[pile], piles[pile] - take)
            } else {
                (pile as u64 + 1, take)
            }
        };
        let mut missing: Vec<(u64, u64)> = winning.iter().map(as_reported).collect();
        let mut too_many = Vec::new();
        for claim in wrong.and_then(|wrong| self.list(wrong)).unwrap_or_default() {
            match missing.iter().position(|&step| step == claim) {
                Some(at) => drop(missing.remove(at)),
                None => too_many.push(claim),
            }
        }
        let is_complete = missing.is_empty() && too_many.is_empty();
        let (mut missing_left, mut wrong_left) = (missing.len(), too_many.len());
        for line in claims {
            let pair = |text: &str| {
                let (one, other) = text.split_once([' ', ':']).unwrap();
                (one.parse::<u64>().unwrap(), other.parse::<u64>().unwrap())
            };
            if let Some((step, proof)) = line.split_once(" is missing: ") {
                let step = pair(step);
                let at = missing.iter().position(|&missing| missing == step).unwrap();
                missing.remove(at);
                missing_left -= 1;
                let proved = self.wins(piles, proof);
                assert_eq!(as_reported(&proved), step, "{line}");
            } else if let Some((step, why)) = line.split_once(" is wrong: ") {
                let step = pair(step);
                let at = too_many.iter().position(|&wrong| wrong == step).unwrap();
                too_many.remove(at);
                wrong_left -= 1;
                if why == "it is listed more often than there are such moves" {
                    assert!(winning.iter().any(|winning| as_reported(winning) == step));
                } else if why.contains("; ") {
                    let refuted = self.loses(piles, why);
                    assert_eq!(as_reported(&refuted), step, "{line}");
                } else {
                    self.is_illegal(piles, why);
                    assert!(!leaves || !piles.contains(&step.0) || step.1 >= step.0);
                }
            } else if let Some(rest) = line.strip_prefix("and ") {
                let (left, what) = if rest.ends_with("missing") {
                    (&mut missing_left, "missing")
                } else {
                    (&mut wrong_left, "wrong")
                };
                assert!(*left > 0, "{line}");
                let verb = if *left == 1 { "is" } else { "are" };
                assert_eq!(rest, format!("{left} more {verb} {what}"));
                *left = 0;
            } else {
                assert!(
                    line.starts_with("the moves are right, but they are expected "),
                    "{line}"
                );
                assert!(is_complete);
            }
        }
        assert_eq!((missing_left, wrong_left), (0, 0), "{claims:?}");
        assert!(!claims.is_empty() || self.moves(piles).is_empty());
    }
}

/// Generates an answer to a case, mostly well-formed, right or wrong.
fn any_answer(problem: &Problem, case: &Case, number: usize, random: &mut Random) -> String {
    let piles = case.positions.first().cloned().unwrap_or_default();
    let mut some_move = || {
        let pile = random.below(piles.len() as u64 + 2);
        let size = pile.checked_sub(1).and_then(|i| piles.get(i as usize));
        let size = size.copied().unwrap_or(2);
        (pile, size, random.below(size + 2))
    };
    match asked(problem) {
        Asked::Winner(words) => random.pick(&words).clone(),
        Asked::NumberedWinner(words) => format!("Case {number}: {}", random.pick(&words)),
        Asked::Lines(words) => {
            let line = |_| random.pick(&words).clone() + "\n";
            case.positions.iter().map(line).collect()
        }
        Asked::Letters => {
            let letters = case.positions.len() as u64 + random.below(2);
            (0..letters).map(|_| *random.pick(&["W", "L"])).collect()
        }
        Asked::WinningMoves => random.below(5).to_string(),
        Asked::FirstMove | Asked::MoveAndPiles | Asked::Leaves | Asked::AllMoves => {
            let moves: Vec<_> = (0..4).map(|_| some_move()).collect();
            let some = &moves[..random.below(5) as usize];
            let (pile, _, take) = moves[0];
            match problem.id.as_str() {
                "bzoj1874" if some.is_empty() => "NO".to_owned(),
                "bzoj1874" => format!("YES\n{pile} {take}"),
                "luogup1247" if some.is_empty() => "lose".to_owned(),
                "luogup1247" => format!("{take} {pile}\n1 2 3"),
                "hdu2176" if some.is_empty() => "No".to_owned(),
                "hdu2176" => {
                    let leave = |(_, size, take): &(u64, u64, u64)| {
                        format!("\n{size} {}", size.saturating_sub(*take))
                    };
                    format!("Yes{}", some.iter().map(leave).collect::<String>())
                }
                _ if some.is_empty() => "CONCEDE".to_owned(),
                _ => {
                    let words = some.iter().map(|(pile, _, take)| format!("{pile}:{take}"));
                    words.collect::<Vec<_>>().join(" ")
                }
            }
        }
    }
}

/// The problems whose moves change one pile, and name it. What is said of the other games is checked where they are
/// searched, on positions of every rule.
fn explained_by_piles() -> impl Iterator<Item = &'static Problem> {
    let others = [
        "nim or split",
        "take s and split",
        "octal 0.11337",
        "wythoff",
        "euclid",
        "take 1..2*last",
        "coins",
    ];
    let problems = problems().into_iter();
    problems.filter(move |problem| !others.contains(&&*rule(problem)))
}

/// The search of a case by its definition.
fn search(problem: &Problem, case: &Case) -> Search {
    let rule = rule(problem);
    Search::of(&rule, |_| match rule.split(['.', ' ']).next() {
        Some("hill") => vec![case.king],
        _ if rule.contains("1..") => vec![case.most],
        _ => case.subtraction_set.clone(),
    })
}

#[test]
fn every_explanation_is_true_by_the_definition_of_the_game() {
    let mut random = Random::new(2);
    let mut comparer = Comparer::new("diff_explanations");
    let mut explained: HashMap<&str, u32> = HashMap::new();
    for problem in explained_by_piles() {
        for round in some_of(11, 0..1000) {
            let size = Size {
                cases: 1 + random.below(3),
                ..SMALL
            };
            let made = make(problem, &mut random, size, SPACES);
            let text = answer(problem, &made.text);
            // The answers, parsed by the naive comparer.
            let mut lines = Lines::new(text.as_bytes());
            let next = || lines.next(problem, true, None);
            let answers: Vec<_> = std::iter::from_fn(next).map(|answer| answer.text).collect();
            assert_eq!(answers.len(), made.cases.len());
            let at = random.below(answers.len() as u64) as usize;
            let case = &made.cases[at];
            let mut actual = answers.clone();
            actual[at] = match round % 5 {
                0 => mutate(&answers[at], &mut random),
                _ => any_answer(problem, case, at + 1, &mut random).into_bytes(),
            };
            let actual = actual.join(&b'\n');
            comparer.input(&made.text);
            let comparison = comparer.compare(problem, text.as_bytes(), Some(&actual));
            let mut texts = [text.as_bytes(), &actual].map(Lines::new);
            let Some(first) = &comparison.first else {
                continue;
            };
            if comparison.verdict == Verdict::PresentationError {
                assert_eq!(
                    proof(&comparison),
                    ["only white space differs from what is expected"]
                );
                continue;
            }
            let mut answers = [None, None];
            for _ in 0..first.answers.case {
                let right = texts[0].next(problem, true, None);
                let expected = right.as_ref().map(|right| right.text.clone());
                let actual = texts[1].next(problem, false, expected.as_deref());
                answers = [right, actual];
            }
            let answers = answers.map(|answer| {
                answer.map(|answer| String::from_utf8_lossy(&answer.text).trim().to_owned())
            });
            let [Some(right), wrong] = answers else {
                let cases = made.cases.len();
                let cases = if cases == 1 {
                    "1 case".to_owned()
                } else {
                    format!("{cases} cases")
                };
                assert_eq!(proof(&comparison), [format!("input has only {cases}")]);
                continue;
            };
            let case = &made.cases[first.answers.case as usize - 1];
            // The input has white space and zeros of its own.
            let word = |word: &str| match word.parse::<u64>() {
                Ok(number) => number.to_string(),
                Err(_) => word.to_owned(),
            };
            let numbers = numbers(&comparison);
            let words: Vec<_> = numbers.split_whitespace().map(word).collect();
            assert_eq!(words.join(" "), case.shown());
            let proof = proof(&comparison);
            assert_eq!(proof[0], "expected is right:");
            let claims = &proof[1..];
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                World::new(problem, case).check(&right, wrong.as_deref(), claims);
            }));
            assert!(
                result.is_ok(),
                "{}\n{}\n{}",
                problem.id,
                made.text,
                report(&comparison)
            );
            *explained.entry(&problem.id).or_default() += 1;
        }
    }
    for problem in explained_by_piles() {
        assert!(explained[problem.id.as_str()] > 20, "{explained:?}");
    }
}

/// The position after a move such as `pile 1: take 3 -> 4 3`.
fn after(rule: &str, step: &str) -> Position {
    let (step, after) = step.split_once(" -> ").unwrap();
    let number = |word: &str| word.parse::<u64>().unwrap();
    let mut after: Position = after.split(' ').map(number).collect();
    if rule.ends_with("*last") {
        after.push(number(step.rsplit_once(' ').unwrap().1));
    }
    after
}

#[test]
fn every_other_game_is_explained_by_moves_of_its_definition() {
    let mut random = Random::new(3);
    let mut comparer = Comparer::new("diff_explanations_of_others");
    let explained: Vec<_> = explained_by_piles().map(|problem| &problem.id).collect();
    let others = problems().into_iter();
    for problem in others.filter(|problem| !explained.contains(&&problem.id)) {
        let rule = rule(problem);
        for _ in 0..60 {
            let size = Size { cases: 1, ..SMALL };
            let made = make(problem, &mut random, size, SPACES);
            let mut search = search(problem, &made.cases[0]);
            let text = answer(problem, &made.text);
            let (Asked::Winner(words) | Asked::Lines(words)) = asked(problem) else {
                panic!("{}: say here what is asked", problem.id);
            };
            let mut wrong: Vec<_> = text.lines().collect();
            let positions = &made.cases[0].positions;
            assert_eq!(wrong.len(), positions.len());
            if positions.is_empty() {
                continue;
            }
            let at = random.below(positions.len() as u64) as usize;
            wrong[at] = words.iter().find(|word| *word != wrong[at]).unwrap();
            let wrong = wrong.join("\n");
            comparer.input(&made.text);
            let comparison = comparer.compare(problem, text.as_bytes(), Some(wrong.as_bytes()));
            let proof = proof(&comparison);
            let mut claims: Vec<_> = proof[1..].iter().map(|line| line.trim_start()).collect();
            let shown = format!("{} {} {claims:?}", problem.id, made.text);
            let position = &positions[at];
            let wins = search.first_wins(position);
            if let Asked::Lines(_) = asked(problem) {
                let state = if wins { "won" } else { "lost" };
                let which = format!("position {} is {state}: {}", at + 1, position[0]);
                assert_eq!(claims.remove(0), which);
            }
            let mut moves_to = |from: &Position, step: &str| {
                let after = after(&rule, step);
                let is_same = |other: &Position| search.key(other) == search.key(&after);
                let is_move = search.moves(from).iter().any(is_same);
                assert!(is_move, "{shown}");
                (search.first_wins(&after), after)
            };
            if let Some(step) = claims[0].strip_prefix("the player to move wins: ") {
                let (pile, step) = step.split_once(": ").unwrap();
                let (step, _reason) = step.split_once(": ").unwrap();
                let (wins_then, _) = moves_to(position, &format!("{pile}: {step}"));
                assert!(wins && !wins_then && claims.len() == 1, "{shown}");
            } else if claims[0].starts_with("every move loses: ") {
                let example = claims[1].strip_prefix("for example ").unwrap();
                let (step, reply) = example.split_once("; the reply is ").unwrap();
                let (_, left) = moves_to(position, step);
                let (reply, _reason) = reply.rsplit_once(": ").unwrap();
                let (wins_then, _) = moves_to(&left, reply);
                assert!(!wins && !wins_then && claims.len() == 2, "{shown}");
            } else {
                assert_eq!(
                    claims,
                    ["the player to move loses: no move is left"],
                    "{shown}"
                );
                assert!(search.moves(position).is_empty(), "{shown}");
            }
        }
    }
}
