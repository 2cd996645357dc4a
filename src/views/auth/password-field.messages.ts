/** Apart from the texts of a new password, which the sign-in page does not load. */
export const showPassword = 'Show password'
