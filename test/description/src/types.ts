// One call with the types that openapi-typescript makes.
import type { paths } from "./generated/types";

type Films = paths["/api/v2/films"]["get"]["responses"]["200"]["content"]["application/json"];

async function main(): Promise<void> {
  const answer = await fetch(`${process.env["KINODEX_URL"]}/api/v2/films?limit=1`, { headers: { "X-API-Key": process.env["KINODEX_KEY"] ?? "" } });
  const films = (await answer.json()) as Films;
  const title: string | undefined = films.data[0]?.title;
  if (!title || films.meta.total < 1) throw new Error(`no film: ${answer.status}`);
  console.log("openapi-typescript:", title);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
