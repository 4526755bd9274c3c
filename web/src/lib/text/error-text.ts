/**
 * A provider's message as people should read it: without the provider's name in front, without 'auth/',
 * without parentheses.
 */
export function stripProvider(message: string): string {
  return message
    .replace(/^(?:(?:Firebase|Cognito|Amplify|Error|[A-Z]\w*(?:Exception|Error)):\s*)+/, "")
    .replaceAll("auth/", "")
    .replace(/[()]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
