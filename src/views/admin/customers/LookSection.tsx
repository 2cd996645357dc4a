import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import type { Look, LookedInto } from '#contract/admin/looking.ts'
import { lookMachine } from '../../../services/admin/customers.actors.ts'
import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Remaining } from '../../kit/text/Remaining.tsx'
import { customersMessages } from './customers.messages.ts'
import { LookTable } from './LookTable.tsx'

const { look: messages } = customersMessages

type LookSectionProps = {
  readonly access: Access
  readonly name: string
  readonly look: Look
  readonly onEnd: () => void
}

/** What an operator sees of a company that they look into, under a banner that says so. */
export function LookSection({ access, name, look, onEnd }: LookSectionProps) {
  const actor = useActorRef(
    useMemo(() => lookMachine(access, look.companyId), [access, look.companyId]),
    { input: { query: {} }, inspect },
  )
  return (
    <>
      <Banner tone="warning" fact={messages.fact(name)} actions={<Button onPress={onEnd}>{messages.end}</Button>}>
        <Remaining until={look.until} say={messages.left} /> {messages.because(look.reason)}
      </Banner>
      <ListFrame<LookedInto> actor={actor} name={messages.name} empty={null}>
        {({ items }) => items.map((it) => <LookTable key="look" seen={it} />)}
      </ListFrame>
    </>
  )
}
