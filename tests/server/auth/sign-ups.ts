/** How people sign up in tests. */
import type { House } from '../kit/test-server.ts'

export const strong = 'Correct horse 9!'
export const form = {
  password: strong,
  firstName: ' Grace ',
  lastName: 'Hopper',
  companyName: ' Flow-Matic ',
  productTier: 'Basic',
  paymentMethodId: null,
}

export const post = (house: House, path: string, body: unknown) => house.ask('POST', path, { body })
export const register = (house: House, email: string, changes: object = {}) =>
  post(house, '/api/registration', { ...form, email, ...changes })
export const confirm = (house: House, token: string) => post(house, '/api/users/confirm', { token })
export const resend = (house: House, email: string) => post(house, '/api/users/resend-confirmation', { email })
export const signIn = (house: House, email: string, password = strong) => post(house, '/api/auth/sign-in', { email, password })
export const update = (house: House, token: string, password: string) =>
  house.ask('POST', '/api/users/update-password', {
    body: { password: { new: password } },
    headers: { authorization: `Bearer ${token}` },
  })
