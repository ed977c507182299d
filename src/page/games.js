// The games that the page offers: a name, a sentence, and a position to start from. What their moves are is known to the
// program alone.

import { k } from "./words.js";

export const GAMES = [
  { rule: "nim", piles: "3 4 5", name: k("Nim"), other: "尼姆 取石子 bouton", sentence: k("Take any number from one row. Whoever takes the " +
    "last stone wins.") },
  { rule: "misere nim", piles: "1 3 4", name: k("Misère Nim"), other: "反尼姆 反nim john", sentence: k("Take any number from one row. " +
    "Whoever takes the last stone loses.") },
  { rule: "take 1..3", piles: "15", name: k("Take at most three"), other: "巴什 bash 减法",
    sentence: k("Take 1, 2 or 3 stones. Whoever takes the last stone wins.") },
  { rule: "take {1,3,4}", piles: "10 7", name: k("Take 1, 3 or 4"), other: "subtraction game sg 减法",
    sentence: k("Take 1, 3 or 4 stones from one row. Whoever takes the last stone wins.") },
  { rule: "kayles", piles: "7 5", name: k("Kayles"), other: "凯尔斯 bowling 保龄球", sentence: k("Knock down one pin, or two that stand side " +
    "by side. Whoever knocks down the last pin wins.") },
  { rule: "wythoff", piles: "5 9", name: k("Wythoff's game"), other: "威佐夫 queen golden ratio 黄金分割",
    sentence: k("Take any number from one row, or the same number from both. Whoever takes the last stone wins.") },
  { rule: "take 1..2*last", piles: "20", name: k("Fibonacci Nim"), other: "斐波那契 fibonacci",
    sentence: k("Take some stones, not all of them. Then nobody may take more than twice what was taken just before. Whoever takes the " +
    "last stone wins.") },
  { rule: "moore 2", piles: "3 5 6", name: k("Moore's Nim"), other: "摩尔", sentence: k("Take any number from one row or from two rows. " +
    "Whoever takes the last stone wins.") },
  { rule: "nim or split", piles: "3 4 5", name: k("Lasker's Nim"), other: "拉斯克 lasker", sentence: k("Take any number from one row, or " +
    "divide a row into two. Whoever takes the last stone wins.") },
  { rule: "nim or split 3", piles: "3 7", name: k("Nim, or divide into three"), other: "hdu 5795 三",
    sentence: k("Take any number from one row, or divide a row into three. Whoever takes the last stone wins.") },
  { rule: "split unequal", piles: "7 6", name: k("Grundy's game"), other: "格伦迪 grundy", sentence: k("Divide a row into two of different " +
    "lengths. Whoever cannot do so loses.") },
  { rule: "euclid", piles: "24 9", name: k("Euclid's game"), other: "欧几里得 gcd 辗转相除", sentence: k("Take a multiple of the shorter row " +
    "from the longer one. Whoever empties a row wins.") },
  { rule: "coins", piles: "3 6 10 12", name: k("Coins on a strip"), other: "阶梯 staircase northcott 棋子 georgia",
    sentence: k("Move one coin to the left, over no other coin. Whoever cannot move loses.") },
  { rule: "hill 2", piles: "3 7 12", name: k("King of the hill"), other: "国王 爬山 hdu 4315",
    sentence: k("Move one person nearer to the top, past nobody. Whoever brings the king to the top wins.") },
  { rule: "take squares", piles: "10 7", name: k("Take squares"), other: "平方", sentence: k("Take 1, 4, 9, 16 … stones from one row. " +
    "Whoever takes the last stone wins.") },
  { rule: "take primes", piles: "11 8", name: k("Take primes"), other: "质数 素数", sentence: k("Take a prime number of stones from one row. " +
    "Whoever cannot move loses.") },
  { rule: "octal 0.137", piles: "8 5", name: k("Dawson's chess"), other: "道森 dawson octal 八进制",
    sentence: k("Take one stone that is a whole row, or two from the end of a row, or three side by side from anywhere. Whoever cannot " +
    "move loses.") },
  { rule: "stairs 1", piles: "3 2 4", name: k("Staircase Nim"), other: "阶梯 楼梯",
    sentence: k("Move any number of stones from one step to the next one below. Whoever brings the last stone to the ground wins.") },
  { rule: "ring {1,2}", piles: "9", name: k("A ring of stones"), other: "环 hdu 3951",
    sentence: k("Take one stone of the ring, or two that are side by side; gaps stay. Whoever takes the last stone wins.") },
  { rule: "nim in order", piles: "1 1 3 2", name: k("Nim in order"), other: "依次 sequential",
    sentence: k("Take any number from the first row that has stones. Whoever takes the last stone wins.") },
  { rule: "one each", piles: "2 3 1", name: k("One of each"), other: "stick cses",
    sentence: k("Take one stone from each of one or more rows. Whoever takes the last stone wins.") },
  { rule: "take each once", piles: "6 4", name: k("No number twice"), other: "codeforces 768e game of stones",
    sentence: k("Take any number from one row, but no number twice from the same row. Whoever cannot move loses.") },
  { rule: "two smaller", piles: "3 2", name: k("Two smaller rows"), other: "acwing 894 拆分",
    sentence: k("Put up to two shorter rows in the place of a row. Whoever cannot move loses.") },
  { rule: "leave divisors", piles: "12 9", name: k("Leave a divisor"), other: "约数 因数",
    sentence: k("Leave of a row a number of stones that divides its length. Whoever cannot move loses.") },
  { rule: "divide by 2..9", piles: "34", name: k("Divide by 2 to 9"), other: "multiplication hdu 1517 乘法",
    sentence: k("Divide the number by one of 2 to 9, and round up. Whoever reaches 1 wins.") },
];

export const gameOf = (rule) => GAMES.find((game) => game.rule === rule);

/** The games of the days of a week, the number of their piles for each difficulty, and how large these are. */
const DAYS = [["nim", [3, 3, 4], [4, 8, 12]], ["kayles", [2, 3, 3], [4, 6, 9]], ["take {1,3,4}", [2, 3, 4], [6, 9, 14]],
  ["wythoff", [2, 2, 2], [6, 10, 18]], ["misere nim", [3, 3, 4], [3, 7, 11]], ["coins", [3, 4, 5], [3, 4, 6]],
  ["nim or split", [2, 3, 3], [4, 6, 9]]];

/** Candidates for the position of the day, drawn from the date and the difficulty, 0 to 2, alone: everybody has the same. */
export function ofTheDay(difficulty, date = new Date()) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
  const [rule, counts, sizes] = DAYS[day % DAYS.length];
  let seed = (day * 3 + difficulty) * 7919 + 1;
  const random = (below) => {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((seed ^ (seed >>> 12)) >>> 0) % below;
  };
  return Array.from({ length: 12 }, () => {
    let cell = 0;
    const pile = () => (rule === "coins" ? (cell += 1 + random(sizes[difficulty])) : 1 + random(sizes[difficulty]));
    return { rule, piles: Array.from({ length: counts[difficulty] }, pile) };
  });
}
