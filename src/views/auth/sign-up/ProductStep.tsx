import { useSelector } from '@xstate/react'
import { type ProductTier, productTiers, type SignUpOffer } from '#contract/auth/registration.ts'
import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import { selectFault, selectTier } from '#src/machines/auth/sign-up/registration.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Choice } from '../../kit/controls/Choice.tsx'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { AuthForm } from '../AuthForm.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { labelledFault } from '../submit-outcome.ts'
import { PaymentChoice } from './PaymentChoice.tsx'
import { RegistrationFailure } from './RegistrationFailure.tsx'
import { registrationMessages as messages } from './registration.messages.ts'

/** Who a plan is for, and what it costs as soon as that is known. */
function describe(tier: ProductTier, prices: SignUpOffer['prices'] | null): string {
  const { tiers, free, price } = messages.product
  if (prices === null) return tiers[tier]
  const { base, included, perThousand, records } = prices.plans[tier]
  const cost =
    base === 0 && (perThousand === 0 || records !== null)
      ? free(number(records ?? included))
      : price(money(base, prices.currency), number(included), money(perThousand, prices.currency))
  return `${tiers[tier]} ${cost}`
}

const selectTierFault = selectFault('productTier')

export function ProductStep({ actor }: { readonly actor: RegistrationActor }) {
  const tier = useSelector(actor, selectTier)
  const prices = useContextOf(actor, 'prices')
  const tierFault = useSelector(actor, selectTierFault)
  const canChooseTier = useCan(actor, { type: 'user.choseTier', tier: 'Basic' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const canReturn = useCan(actor, { type: 'user.returned' })
  const isSubmitting = useMatches(actor, 'submitting')
  return (
    <AuthPage title={messages.product.title}>
      <p>{messages.stepOf(3, 3)}</p>
      <AuthForm
        name={messages.product.form}
        submit={messages.product.submit}
        submitting={messages.product.submitting}
        missing={messages.product.missing}
        isBusy={isSubmitting}
        canSubmit={canSubmit}
        cancel={canCancel ? { word: messages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
      >
        <RegistrationFailure actor={actor} />
        <Choice
          label={messages.product.tier}
          options={productTiers.map((it) => ({ value: it, name: it, description: describe(it, prices) }))}
          value={tier}
          isBlocked={!canChooseTier}
          error={labelledFault(messages.product.tier, tierFault)}
          onChoose={(chosen) => actor.send({ type: 'user.choseTier', tier: chosen })}
        />
        <p>{messages.product.prices}</p>
        <PaymentChoice actor={actor} />
      </AuthForm>
      {canReturn ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.returned' })}>
          {messages.back}
        </Button>
      ) : null}
    </AuthPage>
  )
}
