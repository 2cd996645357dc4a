/** The page where single sign-on of a company begins. */
export const ssoStartMessages = {
  title: 'Single sign-on',
  intro: 'Your email says which company you belong to. You sign in at the identity provider of your company.',
  email: 'Email',
  submit: 'Continue',
  missing: 'Enter your email.',
  starting: 'Taking you to the provider…',
  cancel: 'Cancel',
}
