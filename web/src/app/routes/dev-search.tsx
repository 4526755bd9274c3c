import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { Explanation, Hit } from "@/core/engine";
import { explainQuery, useSearch } from "@/core/queries";
import { usePageTitle } from "@/lib/page-title";
import { displayCode } from "@/lib/subjects";
import { Highlighted } from "@/ui/highlight";
import { PageHeader } from "@/ui/page-header";
import { TextField } from "@/ui/text-field";
import { Providers } from "../providers";

/** Answers whose scores are taken apart. */
const SHOWN = 10;

/** For those who tune the ranking, and in no build that is published: each term of each score, best answer first. */
export function Component() {
  usePageTitle("Why an answer stands where it does");
  return (
    <Providers>
      <main className="wrap p-6">
        <PageHeader
          title="Why an answer stands where it does"
          sub="Each term decides only between courses that are equal in all terms before it."
        />
        <Explained />
      </main>
    </Providers>
  );
}

function Explained() {
  const [text, setText] = useState("");
  const hits = (useSearch(text).data?.hits ?? []).slice(0, SHOWN);
  const explanations = useQueries({ queries: hits.map((hit) => explainQuery(text, hit.code)) });
  return (
    <>
      <TextField label="Query" name="query" value={text} onChange={(event) => setText(event.target.value)} />
      <ol className="mt-4 grid gap-4">
        {hits.map((hit, place) => {
          const explanation = explanations[place]?.data?.explanation;
          return (
            <li key={hit.code} className="card panel overflow-x-auto">
              <Title hit={hit} />
              {explanation && <Terms {...explanation} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Title({ hit }: { hit: Hit }) {
  return (
    <h2 className="t1">
      <Highlighted text={displayCode(hit.code)} ranges={hit.codeRanges} />{" "}
      <Highlighted text={hit.title} ranges={hit.titleRanges} />
    </h2>
  );
}

function Terms({ score, tolerance, ranked, terms, words }: Explanation) {
  return (
    <>
      <p className="hint num">
        {tolerance}, score {String(score)}, best of {ranked}
      </p>
      <table className="num mt-2 text-13">
        <thead>
          <tr>
            {terms.map(({ name, bits }) => (
              <th key={name} scope="col" className="px-2 text-left">
                {name} <span className="hint">{bits} bits</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {terms.map(({ name, value }) => (
              <td key={name} className="px-2">
                {String(value)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className="hint num mt-2">
        {words.map(({ text, rarity, match, where }) => `${text}: ${match} ${where}, rarity ${rarity}`).join(" · ")}
      </p>
    </>
  );
}
