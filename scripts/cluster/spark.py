#!/usr/bin/env python3
"""Answers files in parts, or judges programs, on machines that share a file system (Spark, `spark-submit`).

    spark-submit spark.py answer PROBLEM PARTS FILE...   the answers to FILE are FILE.ans.1 to FILE.ans.PARTS
    spark-submit spark.py test PROBLEM SOURCE...         a line of JSON for each test and program

Needs bouton on each machine (or BOUTON, its path). The exit code is 2 if a run failed, and 1 if a program was not accepted."""
import json
import os
import subprocess
import sys

from pyspark.sql import SparkSession


def run(task):
    done = subprocess.run([os.environ.get("BOUTON", "bouton"), *task], capture_output=True, text=True)
    return task, done.returncode, done.stdout, done.stderr


def main(command, problem, *arguments):
    if command == "answer":
        parts, *files = arguments
        width = len(parts)
        tasks = [[problem, "--part", f"{k}/{parts}", "-o", f"{file}.ans.{k:0{width}}", file]
                 for file in files for k in range(1, int(parts) + 1)]
    else:
        tasks = [["test", problem, "--json", source] for source in arguments]
    spark = SparkSession.builder.appName("bouton").getOrCreate()
    results = spark.sparkContext.parallelize(tasks, len(tasks)).map(run).collect()
    spark.stop()
    for task, code, output, errors in results:
        for row in output.splitlines():
            print(json.dumps({"source": task[-1], **json.loads(row)}))
        if errors or code > 1:
            print(f"exit code {code}: bouton {' '.join(task)}\n{errors}", file=sys.stderr, end="")
    return max((code if code >= 0 else 2 for _, code, _, _ in results), default=0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
