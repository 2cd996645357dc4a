/** What is said where a person proves themselves again. */
export const stepUpMessages = {
  password: 'Your password',
  code: 'Code',
  orRecovery: 'A recovery code works too.',
  cancel: 'Cancel',
  working: 'Working…',
}
