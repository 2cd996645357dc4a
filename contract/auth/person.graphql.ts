import { document } from '../kit/graphql-document.ts'
import type { User } from './auth.ts'

export const whoAmI = document<{ me: { id: string } & Pick<User, 'email' | 'firstName' | 'lastName' | 'role'> }>(
  'query whoAmI { me { id email firstName lastName role } }',
)
