"""The programs of the README, which tests run. Their types are checked strictly."""
# pyright: strict

from kinodex import FilmNotFoundError, Kinodex, MemoryCache


def first_five(address: str, key: str) -> None:
    client = Kinodex(address, key)

    # 1. Find films.
    page = client.list_films(genre="Drama", year_max=1959, sort="filmdb_rating:desc", limit=5)
    for film in page["data"]:
        print(film["title"], film["ratings"]["master_score"])

    # 2. Get one, with everything that is known of it.
    try:
        film = client.get_film(page["data"][0]["filmdb_id"])
        print(film["title"], len(film["cast"]), "in the cast")
    except FilmNotFoundError:
        print("there is no such film")

    # 3. Walk through all that match, page after page.
    print(sum(1 for _ in client.all_films(genre="Comedy", fields="title,year")), "comedies")

    # 4. Say in words what you would like to see.
    for pick in client.recommend_films(prompt="a quiet drama about a family")["data"]:
        print(pick["film"]["title"] + ":", pick["reason"])

    # 5. Have a screenplay measured.
    with open("draft.fountain", encoding="utf-8") as file:
        analysis = client.analyze_script(text=file.read())
    print("tier", analysis["predicted_tier"])


def settings(address: str, key: str) -> None:
    client = Kinodex(address, key, max_retries=5, timeout=20, cache=MemoryCache(1000), sandbox=True)

    told = client.with_response(client.get_atlas, top=3)
    print(told.request_id, told.quota, told.cached, told.data["data"]["totals"])


async def awaited(address: str, key: str) -> None:
    from kinodex import AsyncKinodex

    async with AsyncKinodex(address, key) as client:
        async for film in client.all_films(genre="Film-Noir"):
            print(film["title"])
