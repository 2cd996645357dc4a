// Shows pushes of Datacrane, also while no page of it is open. It keeps nothing and answers no request.
addEventListener('push', (event) => {
  const { id, title, body, url } = event.data?.json() ?? {}
  if (typeof title !== 'string') return
  event.waitUntil(
    registration.showNotification(title, { body, tag: id, data: { url }, icon: new URL('favicon.svg', registration.scope).href }),
  )
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Only pages of this console, which may be served below a path.
  const url = new URL((event.notification.data?.url ?? '').replace(/^\//, ''), registration.scope)
  if (!url.href.startsWith(registration.scope)) return
  event.waitUntil(
    clients.matchAll({ type: 'window' }).then(async ([page]) => {
      if (page === undefined) return clients.openWindow(url)
      await page.focus()
      return page.navigate(url)
    }),
  )
})
