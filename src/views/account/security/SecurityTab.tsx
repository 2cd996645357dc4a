import { useMemo } from 'react'
import styled from 'styled-components'

import { space } from '#src/theme/theme.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { IdentitiesSection } from './IdentitiesSection.tsx'
import { MfaSection } from './MfaSection.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'

/** What secures the account of the person. */
export function SecurityTab({ access, user, title }: AccountTabProps) {
  const own = useMemo(() => ({ access, userId: user._id }), [access, user._id])
  return (
    <PageFrame title={title} where={accountMessages.page}>
      <Cards>
        <MfaSection own={own} />
        <PasskeysSection own={own} />
        <PasswordSection own={own} />
        <SessionsSection own={own} />
        <IdentitiesSection own={own} />
      </Cards>
    </PageFrame>
  )
}

const Cards = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 47.5rem);
  gap: ${space[16]};
`
