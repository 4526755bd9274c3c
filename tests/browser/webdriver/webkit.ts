import { freePort, type Machine, Program } from "./machine";
import { COMMANDS, type Wire } from "./session";

/** Inserts the element id into the path. Returns the path and the remaining parameters. */
function addressed(path: string, parameters: Record<string, unknown>): [string, Record<string, unknown>] {
  const { id, ...others } = parameters;
  return path.includes("{id}") ? [path.replace("{id}", String(id)), others] : [path, parameters];
}

async function ask(method: string, url: string, parameters: Record<string, unknown>): Promise<unknown> {
  const body = method === "POST" ? JSON.stringify(parameters) : undefined;
  const answer = await fetch(url, { method, body });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}

/** Starts WebKitGTK with an empty profile. */
export async function startWebKit(machine: Machine): Promise<Wire> {
  const port = await freePort();
  const program = new Program("WebKitWebDriver", [`--port=${port}`], machine.env);
  const driver = `http://127.0.0.1:${port}`;
  try {
    await program.wait(() => ask("GET", `${driver}/status`, {}).catch(() => undefined));
    const made = await ask("POST", `${driver}/session`, { capabilities: {} });
    const session = `${driver}/session/${(made as { sessionId: string }).sessionId}`;
    return {
      send: (command, parameters) => {
        const [method, path] = COMMANDS[command];
        const [address, others] = addressed(path, parameters);
        return ask(method, session + address, others);
      },
      close: async () => {
        await ask("DELETE", session, {}).catch(() => undefined);
        await program.end();
      },
    };
  } catch (error) {
    await program.end();
    throw error;
  }
}
