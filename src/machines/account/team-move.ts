/** What an administrator does with a member or an invitation; `again` sends the invitation once more. */
export type TeamMove = 'deactivate' | 'reactivate' | 'remove' | 'revoke' | 'role' | 'again'
