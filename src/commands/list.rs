//! `bouton list`: the table of problems.

use std::collections::HashSet;
use std::sync::Arc;

use clap::Args;

use super::values::{self, Listed};
use crate::error::Error;
use crate::problem::{self, Problem};
use crate::report::list;
use crate::text::unless_page;

/// List problems with their judge, rule, input and answer
#[derive(Debug, Args)]
#[command(after_help = DETAILS, after_long_help = EXAMPLES)]
pub(crate) struct ListArgs {
    /// Only these: ids, aliases, paths, those of a judge such as hdu, or of a rule such as wythoff; default: all
    #[arg(value_name = "PROBLEM", value_parser = values::problems())]
    problem: Vec<Listed>,

    /// Print one JSON array of objects
    #[arg(long)]
    json: bool,

    /// List the rules that a game.toml and 'bouton solve --rule' may have
    #[arg(long, conflicts_with = "problem")]
    rules: bool,
}

const DETAILS: &str = unless_page(
    "\
--json: an object for each problem, or rule:
  {\"id\":\"hdu1907\",\"aliases\":[\"poj3480\"],\"judge\":\"HDU 1907\",\"title\":\"John\",
   \"title_zh\":\"...\",\"rule\":\"...\",\"written\":\"misere nim\",\"input\":\"...\",
   \"answer\":\"...\"}
  {\"rule\":\"kayles\",\"misere\":false,\"move\":\"...\",\"move_zh\":\"...\"}",
);

const EXAMPLES: &str = unless_page(
    "\
bouton list hdu1907  # list one problem
bouton list wythoff  # list the problems with this rule
bouton list --json | jq -r '.[].id'  # list only the ids",
);

impl ListArgs {
    /// Writes the table, for people in the language of their locale, or as one JSON array.
    pub(crate) fn run(&self) -> Result<(), Error> {
        if self.rules {
            return list::rules(self.json);
        }
        // An alias is listed with all names of its problem.
        let under_its_id = |problem: &Arc<Problem>| match problem::embedded(&problem.id) {
            Some(itself) if problem.is_alias() => itself,
            _ => Arc::clone(problem),
        };
        let mut problems: Vec<_> = values::listed(&self.problem).iter().map(under_its_id).collect();
        if self.problem.is_empty() {
            problems = problem::all().collect();
        }
        let mut names = HashSet::new();
        problems.retain(|problem| names.insert(problem.argument.clone()));
        list::problems(&problems, self.json)
    }
}
