/** What the way through an identity provider says. */
export const oauthMessages = {
  continueWith: (provider: string) => `Continue with ${provider}`,
  starting: 'Taking you to the provider…',
  leaving: 'You are being taken to the provider.',
  stay: 'Stay here',
  returning: 'Signing you in',
  finishing: 'Finishing your sign-in…',
  linking: 'Connecting your accounts…',
  cancel: 'Cancel',
  entered: 'You are signed in. Opening your page…',
  challenged: 'One more step…',
  tested: 'The test is done. Opening the settings…',
  notConnected: 'Not connected yet',
  whose: (email: string, provider: string) =>
    `You signed in at ${provider} as ${email}. This identity is not connected to an account of Datacrane yet.`,
  howToConnect: 'Sign in with your password once, and it is connected.',
  connect: 'Sign in and connect',
  connecting: 'To the sign-in…',
  failing: 'The sign-in failed…',
  failedTitle: 'Authentication Failed',
  failed: 'Authentication failed',
  /** @param why the provider's own words. */
  refused: (why: string) => `Authentication failed. The provider says: ${why}`,
}
