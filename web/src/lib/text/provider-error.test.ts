import { expect, test } from "vitest";
import { stripProviderPrefix } from "./provider-error";

test.each([
  ["Firebase: Error: The password is invalid. (auth/wrong-password)", "The password is invalid. wrong-password"],
  ["NotAuthorizedException: Incorrect username or password.", "Incorrect username or password."],
  ["Cognito: Wrong email or password.", "Wrong email or password."],
  ["Wrong email or password.", "Wrong email or password."],
  ["Note: nothing is cut from a plain sentence", "Note: nothing is cut from a plain sentence"],
])("S8.auth.1 '%s' is shown as '%s'", (message, expected) => expect(stripProviderPrefix(message)).toBe(expected));
