/** What the types say. It is compiled, never run. */
import { type ErrorCode, type FilmDetail, Kinodex } from "../dist/index.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <T extends true>(): T => true as T;

export async function types(client: Kinodex): Promise<void> {
  const film = await client.getFilm("tt1");
  same<Same<typeof film, FilmDetail>>();
  const rating = (await client.listFilms({ q: "a" })).data[0]?.ratings.filmdb;
  same<Same<typeof rating, number | null | undefined>>();
  for await (const one of client.allFilms()) same<Same<typeof one.year, number | null>>();
  const told = await client.getSnapshot().withResponse();
  same<Same<typeof told.data.manifest.bytes, number>>();
  const code: ErrorCode = "film_not_found";
  await client.listFilms({ ids: ["tt1", "tt2"], fields: ["title", "year"] as const, genre: "Drama,Crime" });
  // @ts-expect-error: there is no such parameter
  await client.listFilms({ quality: code });
}
