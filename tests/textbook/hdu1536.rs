//! HDU 1536 S-Nim as it is taught: the Grundy values of all piles, for each subtraction set.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input.split_whitespace().map(|n| n.parse::<usize>().unwrap());
    loop {
        let k = match numbers.next() {
            None | Some(0) => break,
            Some(k) => k,
        };
        let set: Vec<usize> = (0..k).map(|_| numbers.next().unwrap()).collect();
        let mut grundy = vec![0; 10_001];
        for pile in 1..=10_000 {
            let mut seen = vec![false; k + 1];
            for &take in &set {
                if take <= pile {
                    seen[grundy[pile - take]] = true;
                }
            }
            grundy[pile] = seen.iter().position(|&value| !value).unwrap();
        }
        let m = numbers.next().unwrap();
        let mut line = String::new();
        for _ in 0..m {
            let l = numbers.next().unwrap();
            let sum = (0..l).fold(0, |sum, _| sum ^ grundy[numbers.next().unwrap()]);
            line.push(if sum == 0 { 'L' } else { 'W' });
        }
        println!("{}", line);
    }
}
