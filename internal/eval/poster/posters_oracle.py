#!/usr/bin/python3
"""Finds faces and words in posters with other programs, for `kinodex-lab evaluate
posters --oracle`. Needs Debian's python3-opencv, opencv-data, tesseract-ocr and
tesseract-ocr-eng; no part of the program. Usage:

    posters_oracle.py FOLDER FIRST EVERY > oracle.ndjson

reads every EVERY-th picture of the folder in the order of names, from FIRST on.
"""
import csv, io, json, math, os, subprocess, sys, tempfile
import cv2

folder, first, every = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
same = cv2.CascadeClassifier("/usr/share/opencv4/lbpcascades/lbpcascade_frontalface.xml")
haar = cv2.CascadeClassifier("/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt2.xml")
once = dict(os.environ, OMP_THREAD_LIMIT="1")


def faces(cascade, gray):
    height, width = gray.shape
    return [[x / width, y / height, w / width, h / height]
            for x, y, w, h in (map(float, r) for r in cascade.detectMultiScale(gray, 1.1, 4))]


def words(gray):
    """Words of two letters or more, read at 900 pixels across, as it is and inverted."""
    scale = 900 / gray.shape[1]
    large = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    height, width = large.shape
    found = []
    for picture in (large, 255 - large):
        with tempfile.NamedTemporaryFile(suffix=".png") as f:
            cv2.imwrite(f.name, picture)
            table = subprocess.run(["tesseract", f.name, "-", "--psm", "11", "tsv"],
                                   capture_output=True, text=True, env=once).stdout
        for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
            text = (row["text"] or "").strip()
            if row["level"] == "5" and float(row["conf"]) >= 60 and sum(c.isalnum() for c in text) >= 2:
                found.append([int(row["left"]) / width, int(row["top"]) / height,
                              int(row["width"]) / width, int(row["height"]) / height])
    return found


for name in sorted(f for f in os.listdir(folder) if f.endswith(".jpg"))[first::every]:
    picture = cv2.imread(os.path.join(folder, name))
    height, width = picture.shape[:2]
    scale = math.sqrt(300 * 450 / (width * height))
    canvas = cv2.resize(picture, (round(width * scale), round(height * scale)),
                        interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    gray = cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY)
    print(json.dumps({"id": name[:-4], "faces": faces(same, gray), "haar": faces(haar, gray),
                      "words": words(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))}), flush=True)
