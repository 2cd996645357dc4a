/** What the way through an identity provider says. */
export const oauthMessages = {
  continueWith: (provider: string) => `Continue with ${provider}`,
  starting: 'Redirecting to the provider…',
  leaving: 'Redirecting you to the provider.',
  stay: 'Stay here',
  returning: 'Signing you in',
  finishing: 'Finishing your sign-in…',
  linking: 'Connecting your accounts…',
  cancel: 'Cancel',
  entered: 'You are signed in. Opening your page…',
  challenged: 'One more step…',
  tested: 'Test finished. Opening the settings…',
  notConnected: 'Not connected yet',
  whose: (email: string, provider: string) =>
    `You signed in at ${provider} as ${email}. This identity is not linked to a Datacrane account yet.`,
  howToConnect: 'Sign in with your password once to link it.',
  connect: 'Sign in and link',
  connecting: 'To the sign-in…',
  failing: 'The sign-in failed…',
  failedTitle: 'Authentication Failed',
  failed: 'Authentication failed',
  /** @param why the provider's own words. */
  refused: (why: string) => `Authentication failed. The provider returned: ${why}`,
}
