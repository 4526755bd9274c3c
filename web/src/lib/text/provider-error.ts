/** Returns a message of an identity provider without the provider's name, "auth/" and parentheses. */
export function stripProviderPrefix(message: string): string {
  return message
    .replace(/^(?:(?:Firebase|Cognito|Amplify|Error|[A-Z]\w*(?:Exception|Error)):\s*)+/, "")
    .replaceAll("auth/", "")
    .replace(/[()]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
