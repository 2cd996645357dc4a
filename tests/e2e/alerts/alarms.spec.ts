/** Alarms through the whole product: the bell, the list, and the card of a connector. */
import { expect } from 'playwright/test'

import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'

test('a connector says what is watched; its alarms are muted, tested, explained and set', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded(`Alarms ${Date.now().toString(36)}`, (config) => config)
  await signIn(page, `/details/${id}?tab=alerts`)
  const card = page.getByRole('region', { name: 'Alarms', exact: true })
  const rows = card.getByRole('list', { name: 'Alarms of this connector' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('Off')

  await card.getByRole('button', { name: 'Mute: Late' }).click()
  const mute = page.getByRole('dialog', { name: 'Mute: Late' })
  await mute.getByLabel('For how long').selectOption('1 day')
  await expectAccessible(page)
  await mute.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(rows.first()).toContainText('Muted')

  await card.getByRole('button', { name: 'Explain: Late' }).click()
  const explained = page.getByRole('dialog', { name: 'Explain: Late' })
  await expect(explained).toContainText('Raised when a start of the schedule is due for 5 minutes')
  await expect(explained).toContainText('Ada Admin')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(explained).toHaveCount(0)

  await card.getByRole('button', { name: 'Send a test' }).click()
  await expect(card.getByText('A test was sent to 1 person. It is marked as one.')).toBeVisible()
  // Pushed: the next poll would come after a minute.
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('button', { name: /, [1-9]\d* notifications? (?:is|are) unread$/ })).toBeVisible()

  await card.getByText('Settings of the alarms').click()
  await card.getByLabel('Minutes after which a start is late').fill('30')
  await card.getByRole('button', { name: 'Save the settings' }).click()
  await expect(card.getByText('Saved.')).toBeVisible()
  await page.reload()
  await card.getByText('Settings of the alarms').click()
  await expect(card.getByLabel('Minutes after which a start is late')).toHaveValue('30')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await seesAll(page)

  await banner.getByRole('button', { name: /^Alarms and notifications: .* unread$/ }).click()
  const bell = page.getByRole('dialog', { name: 'Alarms and notifications' })
  // The test that was sent above is a notification.
  await expect(bell.getByRole('list', { name: 'Unread notifications' })).toContainText('Updates')
  await expectAccessible(page)
  await bell.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toContainText('no notification is unread')
  await bell.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL('/account?tab=notification-history')
  await expect(bell).toBeHidden()
  await banner.getByRole('button', { name: /no notification is unread$/ }).click()
  await bell.getByRole('link', { name: /^Alarms/ }).click()
  await expect(page).toHaveURL('/alarms')
  const grid = page.getByRole('grid', { name: 'Alarms' })
  await expect(grid).toContainText('Muted')
  await expectAccessible(page)
  await seesAll(page)
})
