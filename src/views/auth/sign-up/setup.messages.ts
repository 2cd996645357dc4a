/** What the first visit says. */
export const setupMessages = {
  title: 'Set up Datacrane',
  intro: "You are the first user here. You'll become the operator of this Datacrane and its first company.",
  form: 'Set up',
  token: 'Setup token',
  tokenHint: 'Find it in the output of the server start.',
  companyName: 'Company',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  submit: 'Set up',
  submitting: 'Setting up…',
  missing: 'Fill in all fields. Your password must meet the rules.',
  cancel: 'Cancel',
  signIn: 'Sign in',
}
