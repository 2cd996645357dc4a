/** The page where single sign-on of a company begins. */
export const ssoStartMessages = {
  title: 'Single sign-on',
  intro: "Your email identifies your company. You'll sign in with your company account.",
  email: 'Email',
  submit: 'Continue',
  missing: 'Enter your email.',
  starting: 'Redirecting to the provider…',
  cancel: 'Cancel',
}
