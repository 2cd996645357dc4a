/** What the pages say that somebody sees who is not signed in. */
export const auth = {
  agreement: 'By continuing you agree to our',
  and: 'and',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  back: 'Back',
  toSignIn: 'Back to sign in',
}
