"""Grade the research set with scikit-learn and compare with our own figures.

Usage: oracle.py MATRIX.csv FIGURES.json, both written by `kinodex-lab evaluate
tier --export --figures`. Exits with 1 where the two disagree by more than:

  macro-F1 out of fold, mean over repeats, forest and regression  0.02
  rank correlation of the importances by impurity                 0.90 at least
  coefficients and intercepts of the regression                   0.001
"""

import csv
import json
import sys
import warnings

import numpy as np
from scipy.stats import spearmanr
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.preprocessing import StandardScaler

F1_APART, RANKS_ALIKE, COEFFICIENTS_APART = 0.02, 0.90, 0.001
CLASSES = 3


def read(matrix, figures):
    with open(matrix, newline="", encoding="utf-8") as f:
        rows = list(csv.DictReader(f))
    head = list(rows[0])
    folds = [name for name in head if name.startswith("fold_")]
    features = head[2 + len(folds):]
    with open(figures, encoding="utf-8") as f:
        ours = json.load(f)
    x = np.array([[float(r[name]) for name in features] for r in rows])
    y = np.array([int(r["class"]) for r in rows])
    fold = np.array([[int(r[name]) for name in folds] for r in rows]).T
    return x, y, fold, features, ours


def forest(ours, trees, features, seed):
    return RandomForestClassifier(
        n_estimators=trees,
        criterion="gini",
        min_samples_leaf=ours["min_leaf"],
        max_depth=ours["max_depth"],
        max_features=features or "sqrt",
        class_weight="balanced" if ours["balance"] else None,
        random_state=seed,
        n_jobs=-1,
    )


def votes(model, x):
    """The class most trees vote for: our forest answers with votes, theirs
    with the mean of the shares in the leaves."""
    counts = np.zeros((len(x), CLASSES), int)
    for tree in model.estimators_:
        counts[np.arange(len(x)), tree.predict(x).astype(int)] += 1
    return counts.argmax(axis=1)


def regression(ours):
    return LogisticRegression(
        C=1 / ours["penalty"],
        class_weight="balanced" if ours["balance"] else None,
        solver="newton-cg",
        tol=1e-10,
        max_iter=10_000,
    )


def out_of_fold(x, y, fold, grade):
    """Macro-F1 of each repeat."""
    marks = []
    for repeat, of in enumerate(fold):
        graded = np.empty(len(y), int)
        for k in np.unique(of):
            inside, outside = of != k, of == k
            graded[outside] = grade(repeat, x[inside], y[inside], x[outside])
        marks.append(f1_score(y, graded, average="macro", labels=range(CLASSES), zero_division=0))
    return marks


def main(matrix, figures):
    # Newton's method says so when it cannot get any nearer, which is what it is for.
    warnings.filterwarnings("ignore")
    x, y, fold, features, ours = read(matrix, figures)
    failed = False

    def compare(what, mine, theirs, fine):
        nonlocal failed
        failed |= not fine
        print(f"{what:<44} ours {mine:>8}  scikit-learn {theirs:>8}  {'agree' if fine else 'DISAGREE'}")

    def by_forest(repeat, learn, classes, ask):
        return votes(forest(ours, ours["trees"], ours["split_features"], repeat).fit(learn, classes), ask)

    def by_regression(_, learn, classes, ask):
        scale = StandardScaler().fit(learn)
        return regression(ours).fit(scale.transform(learn), classes).predict(scale.transform(ask))

    for name, key, grade in (
        ("forest, macro-F1 out of fold", "forest_macro_f1", by_forest),
        ("regression, macro-F1 out of fold", "logistic_macro_f1", by_regression),
    ):
        mine, theirs = np.mean(ours[key]), np.mean(out_of_fold(x, y, fold, grade))
        compare(f"{name} ({len(fold)} repeats)", f"{mine:.4f}", f"{theirs:.4f}", abs(mine - theirs) <= F1_APART)

    grown = forest(ours, ours["importance_trees"], 0, 0).fit(x, y)
    mine = [ours["importances"][name] for name in features]
    alike = spearmanr(mine, grown.feature_importances_)[0]
    theirs = grown.feature_importances_
    compare(f"importances, rank correlation {alike:.3f}", f"{max(mine):.4f}", f"{max(theirs):.4f}", alike >= RANKS_ALIKE)

    fitted = regression(ours).fit(StandardScaler().fit_transform(x), y)
    mine = np.vstack([np.array([ours["lr_coefficients"][name] for name in features]), ours["lr_intercept"]])
    theirs = np.vstack([fitted.coef_.T, fitted.intercept_ - fitted.intercept_.mean()])
    apart = np.abs(mine - theirs).max()
    compare(f"regression, coefficients apart by {apart:.1e}", f"{np.abs(mine).max():.4f}", f"{np.abs(theirs).max():.4f}", apart <= COEFFICIENTS_APART)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
