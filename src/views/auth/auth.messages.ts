/** What the pages say that somebody sees who is not signed in. */
export const authMessages = {
  agreement: 'By continuing you agree to our',
  and: 'and',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  /** In the place of a message that nothing here could send. */
  kept: 'No mail server is set up. Ask your operator for the message in the outbox.',
  home: 'Datacrane',
  back: 'Back',
  toSignIn: 'Back to sign in',
}
