/** How people sign up in tests. */
import type { TestServer } from '../kit/test-server.ts'

export const strong = 'Correct horse 9!'
export const form = {
  password: strong,
  firstName: ' Grace ',
  lastName: 'Hopper',
  companyName: ' Flow-Matic ',
  productTier: 'Basic',
  paymentMethodId: null,
}

export const post = (server: TestServer, path: string, body: unknown) => server.ask('POST', path, { body })
export const register = (server: TestServer, email: string, changes: object = {}) =>
  post(server, '/api/registration', { ...form, email, ...changes })
export const confirm = (server: TestServer, token: string) => post(server, '/api/users/confirm', { token })
export const resend = (server: TestServer, email: string) => post(server, '/api/users/resend-confirmation', { email })
export const signIn = (server: TestServer, email: string, password = strong) =>
  post(server, '/api/auth/sign-in', { email, password })
export const update = (server: TestServer, token: string, password: string) =>
  server.ask('POST', '/api/users/update-password', {
    body: { password: { new: password } },
    headers: { authorization: `Bearer ${token}` },
  })
