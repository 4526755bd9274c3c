import { Link } from "react-router";
import { legalNames } from "@/data/legal/legal";
import { paths } from "@/lib/urls/paths";
import { legalTitles } from "./legal-titles";

/** Links to the legal pages. */
export function LegalLinks() {
  return (
    <nav aria-label="About Note Ninja" className="flex flex-wrap justify-center gap-x-4 py-2">
      {legalNames.map((name) => (
        <Link key={name} className="link hint text-13 py-2" to={paths[name]()}>
          {legalTitles[name]}
        </Link>
      ))}
    </nav>
  );
}
