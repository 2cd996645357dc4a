/** Alarms through the whole product: the bell, the list, and the card of a connector. */
import { expect } from 'playwright/test'

import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'

test('a connector says what is watched; its alarms are muted, tested, explained and set', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded(`Alarms ${Date.now().toString(36)}`, (config) => config)
  await signIn(page, `/details/${id}?tab=alerts`)
  const card = page.getByRole('region', { name: 'Alerts', exact: true })
  const rows = card.getByRole('list', { name: 'Alerts for this connector' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('Off')

  await card.getByRole('button', { name: 'Mute: Overdue' }).click()
  const mute = page.getByRole('dialog', { name: 'Mute: Overdue' })
  await mute.getByLabel('Mute for').selectOption('1 day')
  await expectAccessible(page)
  await mute.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(rows.first()).toContainText('Muted')

  await card.getByRole('button', { name: 'Explain: Overdue' }).click()
  const explained = page.getByRole('dialog', { name: 'Explain: Overdue' })
  await expect(explained).toContainText('Active when a scheduled run is 5 minutes overdue')
  await expect(explained).toContainText('Ada Admin')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(explained).toHaveCount(0)

  await card.getByRole('button', { name: 'Send test alert' }).click()
  await expect(card.getByText('Test alert sent to 1 person.')).toBeVisible()
  // Pushed: the next poll would come after a minute.
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('button', { name: /, [1-9]\d* unread notifications?$/ })).toBeVisible()

  await card.getByText('Alert settings').click()
  await card.getByLabel('Overdue after (minutes)').fill('30')
  await card.getByRole('button', { name: 'Save settings' }).click()
  await expect(card.getByText('Saved.')).toBeVisible()
  await page.reload()
  await card.getByText('Alert settings').click()
  await expect(card.getByLabel('Overdue after (minutes)')).toHaveValue('30')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await seesAll(page)

  await banner.getByRole('button', { name: /^Alerts and notifications: .* unread notifications?$/ }).click()
  const bell = page.getByRole('dialog', { name: 'Alerts and notifications' })
  // The test that was sent above is a notification.
  await expect(bell.getByRole('list', { name: 'Unread notifications' })).toContainText('Updates')
  await expectAccessible(page)
  await bell.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toContainText('no unread notifications')
  await bell.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL('/account?tab=notification-history')
  await expect(bell).toBeHidden()
  await banner.getByRole('button', { name: /no unread notifications$/ }).click()
  await bell.getByRole('link', { name: /^Alerts/ }).click()
  await expect(page).toHaveURL('/alarms')
  const grid = page.getByRole('grid', { name: 'Alerts' })
  await expect(grid).toContainText('Muted')
  await expectAccessible(page)
  await seesAll(page)
})
