"""What the types say. It is checked, never run."""

from typing import assert_type

from kinodex import AsyncKinodex, Kinodex, Response, models


def types(client: Kinodex) -> None:
    assert_type(client.get_film("tt1"), models.FilmDetail)
    assert_type(client.list_films(q="a")["data"][0]["ratings"]["filmdb"], float | None)
    assert_type([film["year"] for film in client.all_films()], list[int | None])
    assert_type(client.with_response(client.get_film, "tt1"), Response[models.FilmDetail])
    assert_type(client.count_films(genre="Drama"), int)
    assert_type(client.get_snapshot()["manifest"]["bytes"], int)
    client.list_films(ids=["tt1", "tt2"], fields=("title", "year"), genre="Drama,Crime")
    client.list_films(sort=["title"])  # pyright: ignore[reportArgumentType]
    client.list_films(quality=5)  # pyright: ignore[reportCallIssue]


async def types_to_await(client: AsyncKinodex) -> None:
    assert_type(await client.get_film("tt1"), models.FilmDetail)
    assert_type(await client.with_response(client.get_film, "tt1"), Response[models.FilmDetail])
    async for film in client.stream_films():
        assert_type(film, models.Film)
