/** Who asks. */
import type { User } from '#contract/auth/auth.ts'
import { refusal } from '#contract/kit/problem.ts'
import { builder } from '../kit/graph/builder.ts'
import { findUser } from './users.repository.ts'

export const Person = builder.objectRef<User>('Person').implement({
  description: 'The signed-in person.',
  fields: (t) => ({
    id: t.expose('_id', { type: 'Id' }),
    email: t.exposeString('email'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    role: t.exposeString('role'),
    companyId: t.expose('companyId', { type: 'Id' }),
    companyName: t.exposeString('companyName'),
  }),
})

builder.queryField('me', (t) =>
  t.field({
    type: Person,
    resolve: async (_, __, { db, caller }) => {
      const user = await findUser(db, caller)
      if (!user) throw refusal('auth/token-invalid')
      return user
    },
  }),
)
