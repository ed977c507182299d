//! Gives the numbers of a layout their roles.

use std::ops::Range;

use crate::words::t;

use super::{
    CountOf, Group, Item, Layout, Mistake, Named, NumberItem, PileOf, PileOrder, Quoted, Repeat, Role, groups,
};

/// The number up to which each size is a pile, as in `1..n`.
fn piles_up_to(piles: &str) -> Option<&str> {
    piles.trim().strip_prefix("1..")
}

/// The name in `a-1`, `a+1`, `{a+1}`, `a+i` or `c@0`, and how piles follow from that.
fn pile_of(word: &str) -> Option<(&str, PileOf)> {
    let set = word.strip_prefix('{');
    if let Some(set) = set.and_then(|set| set.strip_suffix('}')) {
        let (name, more) = set.split_once('+').unwrap_or((set, "0"));
        return Some((name, PileOf::MoreOnce(more.parse().ok()?)));
    }
    if let Some(name) = word.strip_suffix("+i") {
        return Some((name, PileOf::MorePlace));
    }
    if let Some((name, from)) = word.split_once('@') {
        let from = from.parse().ok().filter(|from| *from <= 1)?;
        return Some((name, PileOf::Count(from)));
    }
    let (name, by) = word.split_once(['-', '+'])?;
    let by = by.parse().ok().filter(|by| *by > 0)?;
    let is_less = word[name.len()..].starts_with('-');
    let of = if is_less { PileOf::Less } else { PileOf::More };
    Some((name, of(by)))
}

/// What the rest of a `game.toml` says about the numbers of an input.
pub(crate) struct Bindings<'t> {
    /// The names of the numbers that are piles.
    pub piles: Quoted<'t>,
    /// The role of each number in a list of piles.
    pub in_list: Role,
    /// How many numbers that stand alone are a position, if always as many.
    pub count: Option<usize>,
    /// Whether no two piles may be equal, or 0.
    pub are_distinct: bool,
    /// Whether piles are played apart, and answers neither name nor count moves.
    pub asks_for_no_pile: bool,
    /// Whether numbers of the rule may stand beside each pile.
    pub may_be_beside: bool,
    pub rule: Quoted<'t>,
    /// The parts of the rule that are names, each with its role: that of a number, or the list of takes.
    pub parts: Vec<(&'t str, Role)>,
    pub answer: Quoted<'t>,
    /// The part of the answer that is a name, if each repetition of a group is a position: of the number that says how
    /// often that comes. Such a group is no list.
    pub positions: Option<&'t str>,
    /// The rule that may be meant if a name in it is not in the input.
    pub meant: &'t dyn Fn() -> Option<String>,
    /// Whether no number can have this name.
    pub is_taken: &'t dyn Fn(&str) -> bool,
}

impl Bindings<'_> {
    /// Whether piles may stand in rows or alone: persons stand on one hill, and coins on one strip.
    fn may_be_rows(&self) -> bool {
        self.in_list == Role::Pile && !self.are_distinct
    }

    /// What the key `piles` should have.
    fn expected_piles(&self) -> String {
        match self.count {
            Some(count) => t!("expected as many names of numbers as there are piles: {count}", count),
            None if self.may_be_rows() => {
                t!("expected the name of the list that has the piles, or of numbers that stand alone").to_owned()
            }
            None => t!("expected the name of the list that has the piles").to_owned(),
        }
    }
}

/// Whether a number makes up a pile, by itself or with another one.
fn is_pile(number: &NumberItem) -> bool {
    number.role.is_pile() || number.role == Role::FirstCell
}

impl Layout {
    /// Gives each number its role. A mistake in what no binding names is reported at the start of the `text`.
    pub(super) fn bind(&mut self, text: Quoted<'_>, bindings: &Bindings<'_>) -> Result<(), Mistake> {
        let each_pile = piles_up_to(bindings.piles.text);
        let times = bindings.positions.filter(|&times| each_pile != Some(times));
        let numbers = &self.numbers;
        let is_list = |times: &str, number: &NumberItem| {
            let is_whole = number.factor == 1 && self.group_of_case(number.index).is_none();
            let times_of_list = number.times().map(|times| &*numbers[times].name);
            number.name == bindings.piles.text.trim() && is_whole && times_of_list == Some(times)
        };
        let mut lists = numbers
            .iter()
            .filter(|number| times.is_some_and(|times| is_list(times, number)));
        if let Some(index) = lists.next().map(|number| number.index) {
            self.numbers[index].are_positions = true;
        } else if let Some(times) = times {
            let numbers = &self.numbers;
            let is_meant = |item: &&mut Item| match item {
                Item::Group(group) => !group.is_list && numbers[group.times].name == times,
                Item::Line(_) => false,
            };
            let Some(Item::Group(group)) = self.case.iter_mut().find(is_meant) else {
                let message = t!("no group of the case is repeated '{times}' times", times);
                return bindings.answer.mistake(times, message);
            };
            group.is_position = true;
        }
        self.set_piles(bindings)?;
        for &(name, role) in &bindings.parts {
            self.set_part(bindings, name, role)?;
        }
        self.set_rules_beside_piles(bindings)?;
        self.check_places(bindings)?;
        self.completing = self.completing();
        self.set_counts(text)?;
        for number in &mut self.numbers {
            number.low = number.low_that_makes_sense();
        }
        self.compile();
        Ok(())
    }

    /// Gives the numbers that the key `piles` names their role.
    fn set_piles(&mut self, bindings: &Bindings<'_>) -> Result<(), Mistake> {
        let &Bindings { piles, in_list, .. } = bindings;
        let are_apart = in_list == Role::Pile && bindings.count.is_none();
        if piles.text.starts_with('|') && are_apart && !bindings.are_distinct {
            return self.set_cells(piles);
        }
        if let Some(name) = piles_up_to(piles.text).filter(|_| are_apart) {
            return self.set_piles_up_to(bindings, name);
        }
        let (mut lists, mut singles) = (0, 0);
        let mut named = Vec::new();
        for word in piles.text.split_whitespace() {
            let (name, of) = match pile_of(word).filter(|_| in_list == Role::Pile) {
                Some((name, of)) => (name, Some(of)),
                None => (word, None),
            };
            let index = self.index(piles, name)?;
            if named.contains(&index) {
                return piles.mistake(word, t!("'{name}' stands twice in piles", name));
            }
            named.push(index);
            if let Some(of) = of {
                self.check_pile_of(bindings, word, index, of)?;
            }
            let may_be_zero = self.least(&self.numbers[index].low) == 0;
            let number = &mut self.numbers[index];
            let is_list = number.length.is_some();
            number.role = match of {
                Some(of) => Role::PileOf(of),
                None if is_list => in_list,
                None => Role::Pile,
            };
            number.distinct = bindings.are_distinct && of != Some(PileOf::MorePlace);
            number.ascending |= number.role == Role::Person;
            if bindings.are_distinct && of.is_none() && may_be_zero {
                let message = t!("coins are on cells from 1 on, but the lower limit is 0");
                return piles.mistake(piles.text, message);
            }
            lists += usize::from(is_list);
            singles += usize::from(!is_list);
        }
        match bindings.count {
            Some(count) if lists == 0 && singles == count => self.set_order(piles, named),
            None if lists == 1 && singles == 0 => Ok(()),
            None if lists == 0 && singles > 0 && bindings.may_be_rows() => self.set_order(piles, named),
            _ => piles.mistake(piles.text, bindings.expected_piles()),
        }
    }

    /// Notes the order of the single numbers with these indices, which are `piles`, if it is not that of the input.
    fn set_order(&mut self, piles: Quoted<'_>, names: Vec<usize>) -> Result<(), Mistake> {
        if names.is_sorted() {
            return Ok(());
        }
        let group = |&name: &usize| self.group_of_case(name).map(|group| group.numbers.start);
        let mut runs: Vec<Range<usize>> = Vec::new();
        for run in names.chunk_by(|one, next| group(one).is_some() && group(one) == group(next)) {
            let start = runs.last().map_or(0, |run| run.end);
            if let Some(first) = group(&run[0])
                && names[..start].iter().any(|name| group(name) == Some(first))
            {
                let message =
                    t!("the names of numbers of one group stand side by side: each repetition has a pile for each");
                let word = piles.text.split_whitespace().nth(start);
                return piles.mistake(word.unwrap_or(piles.text), message);
            }
            runs.push(start..start + run.len());
        }
        let are_alone = names.iter().all(|name| group(name).is_none());
        let is_in_group = |group: &Group| names.iter().all(|name| group.numbers.contains(name));
        let of_case = self.case.iter_mut().filter_map(|item| match item {
            Item::Group(group) if !group.is_list => Some(group),
            Item::Group(_) | Item::Line(_) => None,
        });
        let mut has_all = of_case.filter(|group| is_in_group(group));
        let row = has_all.next().map(|group| group.is_row = true);
        self.order = Some(PileOrder {
            is_row: row.is_some() || are_alone,
            names,
            runs,
        });
        Ok(())
    }

    /// Checks that piles of a game can follow from the number or list with this index.
    fn check_pile_of(&self, bindings: &Bindings<'_>, word: &str, index: usize, of: PileOf) -> Result<(), Mistake> {
        let number = &self.numbers[index];
        let group = self.group_of_case(index);
        let is_whole_list = number.length.is_some() && group.is_none_or(|group| group.is_position);
        let message = match of {
            PileOf::More(_) => return Ok(()),
            PileOf::Less(less) => {
                let least = less + u64::from(bindings.are_distinct);
                if self.least(&number.low) >= least {
                    return Ok(());
                }
                t!("'{word}' needs a lower limit of at least {least}", word, least)
            }
            _ if !is_whole_list => t!("'{word}' needs a list that has all piles of a position", word),
            PileOf::MorePlace if bindings.are_distinct && !number.ascending => t!(
                "coins are on different cells here if no number is smaller than the one before: '<=' after its limits"
            )
            .to_owned(),
            PileOf::Count(_) | PileOf::MoreOnce(_) if !bindings.asks_for_no_pile => t!(
                "'{word}' needs piles that are played apart, and an answer that neither names nor counts moves",
                word
            ),
            PileOf::MoreOnce(_) | PileOf::MorePlace | PileOf::Count(_) | PileOf::Cells | PileOf::UpTo => return Ok(()),
        };
        bindings.piles.mistake(word, message)
    }

    /// Makes each size up to the number `name` a pile, and a position.
    fn set_piles_up_to(&mut self, bindings: &Bindings<'_>, name: &str) -> Result<(), Mistake> {
        let piles = bindings.piles;
        let index = self.index(piles, name)?;
        let is_in_group = self.group_of_case(index).is_some();
        let number = &mut self.numbers[index];
        if number.length.is_some() || is_in_group {
            let message = t!("expected a number that comes once in a case, as in 1..n");
            return piles.mistake(name, message);
        }
        if bindings.positions != Some(name) {
            let message = t!(
                "each of the piles 1 to {name} is a position: the answer is WL*{name} or (WON|LOST)*{name}",
                name
            );
            return bindings.answer.mistake(bindings.answer.text, message);
        }
        number.role = Role::PileOf(PileOf::UpTo);
        Ok(())
    }

    /// Makes the cells between two numbers a pile, as in `|a-b|-1` and `|a,a|-1`.
    fn set_cells(&mut self, piles: Quoted<'_>) -> Result<(), Mistake> {
        let names = piles.text.strip_prefix('|').and_then(|text| text.strip_suffix("|-1"));
        if let Some((first, second)) = names.and_then(|names| names.split_once(',')) {
            let index = self.index(piles, first)?;
            let number = &mut self.numbers[index];
            let has_pairs = number.factor.is_multiple_of(2) && number.times().is_some();
            if first == second && has_pairs {
                number.role = Role::PileOf(PileOf::Cells);
                return Ok(());
            }
            let message = t!("expected |A,A|-1, where A is a list of an even length, such as a:0..9*2k");
            return piles.mistake(piles.text, message);
        }
        let expected = t!(
            "expected |A-B|-1, where A and then B are single numbers of the same group, or lists of the same length"
        );
        let Some((first, second)) = names.and_then(|names| names.split_once('-')) else {
            return piles.mistake(piles.text, expected);
        };
        let (first, second) = (self.index(piles, first)?, self.index(piles, second)?);
        let group = |index| self.group_of_case(index).map(|group| &group.numbers);
        let [one, other] = [first, second].map(|index| &self.numbers[index]);
        let are_alike = (one.length, one.factor) == (other.length, other.factor);
        let may_be_cells = are_alike && !one.ascending && !other.ascending;
        if first >= second || group(first) != group(second) || !may_be_cells {
            return piles.mistake(piles.text, expected);
        }
        self.numbers[first].role = Role::FirstCell;
        self.numbers[second].role = Role::SecondCell;
        let by_element = self.numbers[second].length.is_some();
        self.numbers[second].differs_from = Some(Named {
            index: first,
            by_element,
        });
        Ok(())
    }

    /// Gives the number or list `name` of the rule this role.
    fn set_part(&mut self, bindings: &Bindings<'_>, name: &str, role: Role) -> Result<(), Mistake> {
        let text = bindings.rule;
        let meant = |mistake: Mistake| match (bindings.meant)() {
            Some(proposed) => Mistake {
                message: mistake.message + t!("; ") + &t!("did you mean '{name}'?", name = proposed),
                ..mistake
            },
            None => mistake,
        };
        let index = self.index(text, name).map_err(meant)?;
        let number = &mut self.numbers[index];
        let message = match (number.length, role) {
            _ if number.role.is_rule() => t!("'{name}' stands twice in the rule", name),
            _ if number.role != Role::Other => t!("'{name}' is a pile", name),
            (None, Role::Take) => t!("expected a list, '{name}' is a number", name),
            (Some(_), Role::Take) | (None, _) => {
                number.role = role;
                return Ok(());
            }
            (Some(_), _) => t!("expected a number, '{name}' is a list", name),
        };
        text.mistake(name, message)
    }

    /// The index of the number or list with this name, which is a part of `text`.
    pub(super) fn index(&self, text: Quoted<'_>, name: &str) -> Result<usize, Mistake> {
        let names = self.numbers.iter().map(|number| &*number.name);
        if let Some(index) = names.clone().position(|other| other == name) {
            return Ok(index);
        }
        let message = t!(
            "there is no '{name}' in the input: expected one of {names}",
            name,
            names = names.collect::<Vec<_>>().join(t!(", "))
        );
        text.mistake(name, message)
    }

    /// Finds the group in which rules stand beside the piles that they are for.
    fn set_rules_beside_piles(&mut self, bindings: &Bindings<'_>) -> Result<(), Mistake> {
        let numbers = &self.numbers;
        let is_part = |number: &NumberItem| number.role.is_rule();
        let has = |group: &Group, is: &dyn Fn(&NumberItem) -> bool| numbers[group.numbers.clone()].iter().any(is);
        let of_case = self.case.iter_mut().filter_map(|item| match item {
            Item::Group(group) if !group.is_position && !group.is_list => Some(group),
            Item::Group(_) | Item::Line(_) => None,
        });
        for group in of_case.filter(|_| bindings.may_be_beside) {
            let is_single = |number: &NumberItem| number.role == Role::Pile && number.length.is_none();
            group.has_rules = has(group, &is_part) && has(group, &is_single);
            group.is_row |= group.has_rules;
            let is_other = |number: &&NumberItem| {
                let is_later = number.index >= group.numbers.end;
                let is_outside = is_later || number.index < group.numbers.start;
                is_later && is_part(number) || is_outside && number.role.is_pile()
            };
            if group.has_rules
                && let Some(number) = numbers.iter().find(is_other)
            {
                let message = t!(
                    "'{name}' does not stand among the piles that have rules of their own beside them",
                    name = number.name
                );
                return bindings.piles.mistake(bindings.piles.text, message);
            }
        }
        Ok(())
    }

    /// Checks that each case has piles, and each position all that the rule needs.
    fn check_places(&self, bindings: &Bindings<'_>) -> Result<(), Mistake> {
        let &Bindings { piles, answer, .. } = bindings;
        if let Some(number) = self.numbers_of_head().find(|number| is_pile(number)) {
            let message = t!(
                "'{name}' comes before the cases, but each case has piles of its own",
                name = number.name
            );
            return piles.mistake(piles.text, message);
        }
        self.check_parts(bindings)?;
        if self.up_to().is_some() {
            return Ok(());
        }
        let has_pile = |group: &&Group| self.numbers[group.numbers.clone()].iter().any(is_pile);
        let group = groups(&self.case).find(has_pile);
        let mut of_piles = self.numbers.iter().filter(|number| number.role.is_pile());
        let has_list = of_piles.any(|number| number.length.is_some());
        if bindings.positions.is_some() {
            self.check_positions(bindings, group)
        } else if group.is_some() && has_list && !bindings.may_be_rows() {
            let message = t!(
                "a case has several positions, one for each repetition of a group: the answer is WL*NAME or \
                (WON|LOST)*NAME"
            );
            answer.mistake(answer.text, message)
        } else {
            Ok(())
        }
    }

    /// Checks that what the input gives of the rules is given once.
    fn check_parts(&self, bindings: &Bindings<'_>) -> Result<(), Mistake> {
        for &(name, _) in &bindings.parts {
            let is_it = |number: &NumberItem| number.name == name;
            let has_it = |group: &&Group| self.numbers[group.numbers.clone()].iter().any(is_it);
            let mut groups = groups(self.head.iter().chain(&self.case));
            let is_once = |group: &Group| group.is_position || group.has_rules;
            if groups.find(has_it).is_some_and(|group| !is_once(group)) {
                let message = t!(
                    "'{name}' would be given several times: expected it outside of the group that is repeated",
                    name
                );
                return bindings.rule.mistake(name, message);
            }
        }
        Ok(())
    }

    /// Checks that all piles of a case are in its positions, which are a list or this `group` of piles, and that what
    /// the rule needs comes before them.
    fn check_positions(&self, bindings: &Bindings<'_>, group: Option<&Group>) -> Result<(), Mistake> {
        let &Bindings { piles, answer, .. } = bindings;
        let are_positions = |number: &&NumberItem| number.are_positions;
        let list = self.numbers.iter().find(are_positions);
        let of_list = list.map(|list| list.index..list.index + 1);
        let of_group = group
            .filter(|group| group.is_position)
            .map(|group| group.numbers.clone());
        let Some(positions) = of_list.or(of_group) else {
            let message = t!("an answer for each position needs the piles in a group of the case");
            return answer.mistake(answer.text, message);
        };
        let is_outside = |number: &&NumberItem| !positions.contains(&number.index);
        let mut of_case = self.numbers.iter().filter(|number| is_pile(number));
        if let Some(number) = of_case.find(is_outside) {
            let message = t!(
                "'{name}' is not in the group whose repetitions are positions",
                name = number.name
            );
            return piles.mistake(piles.text, message);
        }
        let later = &self.numbers[positions.end..];
        let is_late = |name: &str| later.iter().any(|number| number.name == name);
        if let Some((name, _)) = bindings.parts.iter().find(|(name, _)| is_late(name)) {
            let message = t!(
                "'{name}' comes after the positions that need it: each position is answered when it has been read",
                name
            );
            return bindings.rule.mistake(name, message);
        }
        Ok(())
    }

    /// The role of the last part of the rules, if a pile comes before it.
    fn completing(&self) -> Option<Role> {
        let is_part = |number: &&NumberItem| number.role.is_rule() && !self.is_beside(number);
        let last = self.numbers.iter().rfind(is_part)?;
        // Piles up to a number come after all numbers.
        let is_early = |role: Role| role.is_pile() && role != Role::PileOf(PileOf::UpTo);
        let mut before = self.numbers[..last.index].iter();
        before.any(|number| is_early(number.role)).then_some(last.role)
    }

    /// Gives the numbers that say how many of something there are their role.
    fn set_counts(&mut self, text: Quoted<'_>) -> Result<(), Mistake> {
        for index in 0..self.numbers.len() {
            let cases = (self.cases == Some(Repeat::Times(index))).then_some(Role::Cases);
            let others = self.counted_by(index).map(Role::Count);
            let Some(counted) = cases.or(others) else {
                continue;
            };
            let NumberItem { name, role, .. } = &mut self.numbers[index];
            if *role != Role::Other || cases.and(others).is_some() {
                let message = t!(
                    "'{name}' says how many of something there are, and cannot mean something else too",
                    name
                );
                return text.mistake(text.text, message);
            }
            *role = counted;
        }
        Ok(())
    }

    /// What the number with this index counts other than cases; of several things the most important one.
    fn counted_by(&self, index: usize) -> Option<CountOf> {
        let numbers = self.numbers.iter();
        let lists = numbers.filter(|list| list.length == Some(index));
        let groups = groups(self.head.iter().chain(&self.case))
            .filter(|group| group.times == index)
            .map(|_| CountOf::Groups);
        lists.map(|list| list.role.in_list().0).chain(groups).min()
    }
}
