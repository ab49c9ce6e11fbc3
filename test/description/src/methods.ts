// One call with the methods that openapi-ts makes.
import { client } from "./generated/methods/client.gen";
import { getFilm, listFilms } from "./generated/methods/sdk.gen";

async function main(): Promise<void> {
  client.setConfig({ baseUrl: process.env["KINODEX_URL"] ?? "", headers: { "X-API-Key": process.env["KINODEX_KEY"] ?? "" } });
  const films = await listFilms({ query: { limit: 1 } });
  const id = films.data?.data[0]?.filmdb_id;
  if (!id) throw new Error(JSON.stringify(films.error));
  const film = await getFilm({ path: { id } });
  const cast: number | undefined = film.data?.data.cast.length;
  if (cast === undefined) throw new Error(JSON.stringify(film.error));
  const none = await getFilm({ path: { id: "tt0" } });
  if (none.error?.error.code !== "film_not_found") throw new Error(JSON.stringify(none));
  console.log("openapi-ts:", film.data?.data.title, cast);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
