import type { Look, LookedInto } from '#contract/admin/looking.ts'
import type { CustomerPageActor } from '../../../machines/admin/customer.page.machine.ts'
import { useChildNow } from '../../kit/actors/use-child.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Remaining } from '../../kit/text/Remaining.tsx'
import { customerMessages } from './customer.messages.ts'
import { LookTable } from './LookTable.tsx'

const { look: messages } = customerMessages

type LookProps = {
  readonly page: CustomerPageActor
  readonly name: string
  readonly look: Look
  readonly onEnd: () => void
}

/** What an operator sees of a company that they look into, under a banner with the time left and the reason. */
export function CustomerLook({ page, name, look, onEnd }: LookProps) {
  const looked = useChildNow(page, 'looked')
  return (
    <>
      <Banner
        tone="warning"
        fact={<Remaining until={look.until} say={(left) => messages.fact(name, left)} />}
        actions={<Button onPress={onEnd}>{messages.end}</Button>}
      >
        {messages.because(look.reason)}
      </Banner>
      {looked === undefined ? null : (
        <ListFrame<LookedInto> actor={looked} name={messages.name} empty={null} isBare>
          {({ items }) => items.map((it) => <LookTable key="look" seen={it} />)}
        </ListFrame>
      )}
    </>
  )
}
