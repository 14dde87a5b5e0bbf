# Built from the checkout alone: docker build -t overround .
FROM node:22-bookworm-slim AS build
# The project's own Node needs libatomic, which neither base image has.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The project brings its own Node as a package; of all install scripts only that one runs.
RUN npm ci && npm rebuild node --ignore-scripts=false
COPY tsconfig.json vite.config.ts react-router.config.ts ./
COPY public ./public
COPY scripts ./scripts
COPY locales ./locales
COPY db ./db
COPY sandbox ./sandbox
COPY server ./server
COPY app ./app
RUN npm run build
# The last line: of a checkout that only its owner can read, too.
RUN npm prune --omit=dev \
  && rm -rf node_modules/node/node_modules node_modules/.cache \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  && find . ! -perm -004 -exec chmod a+rX {} +

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /app overround \
  && install -d -o overround -g overround /app/data
WORKDIR /app
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/locales ./locales
COPY --from=build /app/db ./db
COPY --from=build /app/sandbox ./sandbox
COPY --from=build /app/server ./server
COPY --from=build /app/app ./app
COPY --chmod=755 deploy/overround /usr/local/bin/overround
# Otherwise glibc would keep freed memory.
ENV NODE_ENV=production \
  PORT=3000 \
  DATA_DIR=/app/data \
  PATH=/app/node_modules/.bin:$PATH \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=131072 \
  MALLOC_TRIM_THRESHOLD_=131072
USER overround
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/program/web.js"]
