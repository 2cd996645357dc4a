/** What the first visit says. */
export const setupMessages = {
  title: 'Set up Datacrane',
  intro: "You're the first user here. You'll become the Datacrane operator and set up the first company.",
  form: 'Set up',
  token: 'Setup token',
  tokenHint: "Find the token in the server's startup output.",
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
