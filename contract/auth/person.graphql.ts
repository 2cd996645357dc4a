import type { User } from '../auth.ts'
import { document } from './document.ts'

export const whoAmI = document<{ me: { id: string } & Pick<User, 'email' | 'firstName' | 'lastName' | 'role'> }>(
  'query whoAmI { me { id email firstName lastName role } }',
)
