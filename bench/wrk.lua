-- Sends one request again and again. Arguments: method, a file with the body, what makes this run's keys unique.
local method, body, run
local count = 0

function init(args)
  method, run = args[1], args[3]
  if args[2] ~= "" then
    local file = assert(io.open(args[2], "r"))
    body = file:read("*a")
    file:close()
  end
end

function request()
  if body == nil then return wrk.format(method) end
  count = count + 1
  return wrk.format(method, nil, nil, (body:gsub("%[<id>%]", run .. "-" .. count)))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"errors":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
