/** What a sign-in with a passkey says. */
export const passkeyMessages = {
  ofCompany: 'Use single sign-on',
  signIn: 'Sign in with a passkey',
  second: 'Use a passkey',
  signing: 'Confirm on your device…',
  stop: 'Stop',
}
