// The formulas against a run of the article's dense algorithm, forward and backward, on numbers that count what is done
// to them; the backward pass is checked to be one, with central differences.
#include "core/cost/flops.h"

#include <cmath>
#include <numeric>

#include <QtTest>

using namespace headscope;

namespace {

FlopCount counted;

struct Number {
    double value = 0.0;

    friend Number operator*(Number a, Number b) {
        ++counted.multiplications;
        return {a.value * b.value};
    }
    friend Number operator+(Number a, Number b) {
        ++counted.additions;
        return {a.value + b.value};
    }
    friend Number operator-(Number a, Number b) {
        ++counted.subtractions;
        return {a.value - b.value};
    }
    friend Number operator/(Number a, Number b) {
        ++counted.divisions;
        return {a.value / b.value};
    }
    friend bool operator>(Number a, Number b) {
        ++counted.comparisons;
        return a.value > b.value;
    }
};

Number exponential(Number a) {
    ++counted.exponentials;
    return {std::exp(a.value)};
}

struct Grid {
    Index rows = 0;
    Index columns = 0;
    std::vector<Number> values = std::vector<Number>(static_cast<std::size_t>(rows * columns));

    Number& operator()(Index r, Index c) { return values[static_cast<std::size_t>(r * columns + c)]; }
    Number operator()(Index r, Index c) const { return values[static_cast<std::size_t>(r * columns + c)]; }
};

Grid zeros(Index rows, Index columns) {
    return {rows, columns};
}

// Different, and of either sign.
Grid numbers(Index rows, Index columns, int salt) {
    Grid grid{rows, columns};
    for (std::size_t i = 0; i < grid.values.size(); ++i) {
        grid.values[i].value = std::sin(static_cast<double>(i) * 1.7 + salt);
    }
    return grid;
}

// The first term is taken as it is: `terms` products, `terms` - 1 additions.
template <typename Term>
Number sum(Index terms, Term term) {
    Number total = term(Index{0});
    for (Index i = 1; i < terms; ++i) {
        total = total + term(i);
    }
    return total;
}

struct Layer {
    Grid weight, bias;
};

Grid linear(const Grid& x, const Layer& layer) {
    Grid y = zeros(x.rows, layer.weight.rows);
    for (Index r = 0; r < y.rows; ++r) {
        for (Index c = 0; c < y.columns; ++c) {
            y(r, c) = sum(x.columns, [&](Index k) { return x(r, k) * layer.weight(c, k); }) + layer.bias(0, c);
        }
    }
    return y;
}

// Returns the gradient of x.
Grid linear_backward(const Grid& x, const Layer& layer, const Grid& dy, Layer& gradient) {
    const Index d = layer.weight.rows;
    for (Index c = 0; c < d; ++c) {
        for (Index k = 0; k < d; ++k) {
            gradient.weight(c, k) = sum(x.rows, [&](Index r) { return dy(r, c) * x(r, k); });
        }
        gradient.bias(0, c) = sum(x.rows, [&](Index r) { return dy(r, c); });
    }
    Grid dx = zeros(x.rows, d);
    for (Index r = 0; r < x.rows; ++r) {
        for (Index k = 0; k < d; ++k) {
            dx(r, k) = sum(d, [&](Index c) { return dy(r, c) * layer.weight(c, k); });
        }
    }
    return dx;
}

// Batches lie below each other: row b * n + i.
class Module {
    FlopSettings s_; // first: the rest is made with it

public:
    explicit Module(const FlopSettings& settings)
        : s_(settings) {}

    Grid query = numbers(s_.batch * s_.n_q, s_.d_model, 1);
    Grid key = s_.self_attention ? query : numbers(s_.batch * s_.n_k, s_.d_model, 2);
    Layer W_q = layer(3), W_k = layer(4), W_v = layer(5), W_o = layer(6);

    Grid forward() {
        Q = linear(query, W_q);
        K = linear(key, W_k);
        V = linear(key, W_v);
        concat = zeros(Q.rows, Q.columns);
        weights.clear();
        for (Index b = 0; b < s_.batch; ++b) {
            for (Index h = 0; h < s_.n_heads; ++h) {
                weights.push_back(head(b, h));
            }
        }
        return linear(concat, W_o);
    }

    // dX, or those of query and key; forward() has run.
    std::pair<Grid, Grid> backward(const Grid& dy, Layer& dW_q) {
        Layer ignored = layer(0);
        const Grid dconcat = linear_backward(concat, W_o, dy, ignored);
        Grid dQ = zeros(Q.rows, Q.columns);
        Grid dK = zeros(K.rows, K.columns);
        Grid dV = zeros(K.rows, K.columns);
        for (Index b = 0; b < s_.batch; ++b) {
            for (Index h = 0; h < s_.n_heads; ++h) {
                head_backward(b, h, dconcat, dQ, dK, dV);
            }
        }
        Grid dquery = linear_backward(query, W_q, dQ, dW_q);
        Grid dkey = linear_backward(key, W_k, dK, ignored);
        const Grid dvalue = linear_backward(key, W_v, dV, ignored);
        if (s_.self_attention) {
            for (std::size_t i = 0; i < dquery.values.size(); ++i) {
                dquery.values[i] = dquery.values[i] + dkey.values[i] + dvalue.values[i];
            }
        }
        return {dquery, dkey};
    }

private:
    Layer layer(int salt) const { return {numbers(s_.d_model, s_.d_model, salt), numbers(1, s_.d_model, salt + 10)}; }
    Index d_k() const { return s_.d_model / s_.n_heads; }
    static bool hidden(Index i, Index j) { return (i + 2 * j) % 5 == 3; }
    static Number keep(Index i, Index j) { return {(i * 3 + j) % 4 == 1 ? 0.0 : 1.0 / 0.75}; }

    Grid head(Index b, Index h) {
        Grid w = zeros(s_.n_q, s_.n_k);
        for (Index i = 0; i < s_.n_q; ++i) {
            for (Index j = 0; j < s_.n_k; ++j) {
                const Number product = sum(d_k(), [&](Index k) {
                    return Q(b * s_.n_q + i, h * d_k() + k) * K(b * s_.n_k + j, h * d_k() + k);
                });
                w(i, j) = product / Number{std::sqrt(static_cast<double>(d_k()))};
                if (s_.masked) {
                    ++counted.comparisons; // mask == 0
                    w(i, j) = hidden(i, j) ? Number{-1e9} : w(i, j);
                }
            }
            softmax(w, i);
        }
        Grid used = dropped(w);
        for (Index i = 0; i < s_.n_q; ++i) {
            for (Index k = 0; k < d_k(); ++k) {
                concat(b * s_.n_q + i, h * d_k() + k) =
                    sum(s_.n_k, [&](Index j) { return used(i, j) * V(b * s_.n_k + j, h * d_k() + k); });
            }
        }
        return w;
    }

    void softmax(Grid& w, Index i) const {
        Number largest = w(i, 0);
        for (Index j = 1; j < s_.n_k; ++j) {
            largest = w(i, j) > largest ? w(i, j) : largest;
        }
        for (Index j = 0; j < s_.n_k; ++j) {
            w(i, j) = exponential(w(i, j) - largest);
        }
        const Number total = sum(s_.n_k, [&](Index j) { return w(i, j); });
        for (Index j = 0; j < s_.n_k; ++j) {
            w(i, j) = w(i, j) / total;
        }
    }

    Grid dropped(const Grid& w) const {
        Grid used = w;
        for (Index i = 0; s_.drops && i < s_.n_q; ++i) {
            for (Index j = 0; j < s_.n_k; ++j) {
                used(i, j) = w(i, j) * keep(i, j);
            }
        }
        return used;
    }

    void head_backward(Index b, Index h, const Grid& dconcat, Grid& dQ, Grid& dK, Grid& dV) {
        const Grid& w = weights[static_cast<std::size_t>(b * s_.n_heads + h)];
        const Grid used = reused(w);
        Grid g = zeros(s_.n_q, s_.n_k); // of used, then of w, then of the scores
        for (Index i = 0; i < s_.n_q; ++i) {
            for (Index j = 0; j < s_.n_k; ++j) {
                g(i, j) = sum(d_k(), [&](Index k) {
                    return dconcat(b * s_.n_q + i, h * d_k() + k) * V(b * s_.n_k + j, h * d_k() + k);
                });
                g(i, j) = s_.drops ? g(i, j) * keep(i, j) : g(i, j);
            }
            const Number inner = sum(s_.n_k, [&](Index j) { return w(i, j) * g(i, j); });
            for (Index j = 0; j < s_.n_k; ++j) {
                g(i, j) = w(i, j) * (g(i, j) - inner);
                if (s_.masked) {
                    ++counted.comparisons;
                    g(i, j) = hidden(i, j) ? Number{0.0} : g(i, j);
                }
                g(i, j) = g(i, j) / Number{std::sqrt(static_cast<double>(d_k()))};
            }
        }
        for (Index k = h * d_k(); k < (h + 1) * d_k(); ++k) {
            for (Index i = 0; i < s_.n_q; ++i) {
                dQ(b * s_.n_q + i, k) = sum(s_.n_k, [&](Index j) { return g(i, j) * K(b * s_.n_k + j, k); });
            }
            for (Index j = 0; j < s_.n_k; ++j) {
                dK(b * s_.n_k + j, k) = sum(s_.n_q, [&](Index i) { return g(i, j) * Q(b * s_.n_q + i, k); });
                dV(b * s_.n_k + j, k) = sum(s_.n_q, [&](Index i) { return used(i, j) * dconcat(b * s_.n_q + i, k); });
            }
        }
    }

    // The dropped weights of the forward pass, which kept them: no work.
    Grid reused(const Grid& w) const {
        const FlopCount before = counted;
        Grid used = dropped(w);
        counted = before;
        return used;
    }

    Grid Q, K, V, concat;
    std::vector<Grid> weights; // batch by batch, head by head
};

FlopCount added(const std::vector<FlopStep>& steps) {
    return std::accumulate(steps.begin(), steps.end(), FlopCount{}, [](FlopCount sum, const FlopStep& step) {
        sum.multiplications += step.count.multiplications;
        sum.additions += step.count.additions;
        sum.subtractions += step.count.subtractions;
        sum.divisions += step.count.divisions;
        sum.exponentials += step.count.exponentials;
        sum.comparisons += step.count.comparisons;
        return sum;
    });
}

std::vector<FlopSettings> cases() {
    std::vector<FlopSettings> all;
    for (const auto& [batch, n_q, n_k, d, h] : std::vector<std::array<Index, 5>>{{1, 1, 1, 1, 1},
                                                                                 {1, 1, 1, 4, 4},
                                                                                 {2, 3, 3, 4, 1},
                                                                                 {2, 3, 3, 4, 2},
                                                                                 {1, 5, 5, 6, 3},
                                                                                 {3, 2, 5, 6, 6},
                                                                                 {1, 5, 2, 4, 2}}) {
        for (const bool masked : {false, true}) {
            for (const bool drops : {false, true}) {
                all.push_back({batch, n_q, n_k, d, h, masked, drops, n_q == n_k});
            }
        }
    }
    return all;
}

class FlopsTest : public QObject {
    Q_OBJECT

private slots:
    void the_formulas_count_what_a_scalar_run_does() {
        for (const FlopSettings& settings : cases()) {
            const Result<FlopCost> cost = flop_cost(settings);
            QVERIFY(cost.has_value());
            Module module(settings);
            counted = {};
            const Grid output = module.forward();
            QVERIFY(added(cost->forward) == counted);
            QCOMPARE(cost->forward_total, counted.total());
            Layer gradient = module.W_q;
            counted = {};
            module.backward(numbers(output.rows, output.columns, 7), gradient);
            QVERIFY(added(cost->backward) == counted);
            QCOMPARE(cost->backward_total, counted.total());
        }
    }

    // Otherwise the run above would count something else than a backward pass.
    void the_scalar_run_goes_backward() {
        const FlopSettings settings{2, 3, 3, 4, 2, true, true, true};
        Module module(settings);
        const Grid dy = numbers(6, 4, 7);
        const auto loss = [&] {
            const Grid y = module.forward();
            double total = 0.0;
            for (std::size_t i = 0; i < y.values.size(); ++i) {
                total += y.values[i].value * dy.values[i].value;
            }
            return total;
        };
        module.forward();
        Layer dW_q = module.W_q;
        const Grid dX = module.backward(dy, dW_q).first;
        const auto difference = [&](auto&& nudge) {
            constexpr double step = 1e-6;
            nudge(step);
            const double above = loss();
            nudge(-2 * step);
            const double below = loss();
            nudge(step);
            return (above - below) / (2 * step);
        };
        // 1e-8: the error of central differences with this step, which is about step^2 + 1e-16 / step, times ten.
        for (Index i = 0; i < 4; ++i) {
            const double by_weight = difference([&](double step) { module.W_q.weight(i, 1).value += step; });
            QVERIFY(std::abs(by_weight - dW_q.weight(i, 1).value) < 1e-8);
            const double by_x = difference([&](double step) {
                module.query(i, 2).value += step;
                module.key(i, 2).value += step;
            });
            QVERIFY(std::abs(by_x - dX(i, 2).value) < 1e-8);
        }
    }

    void the_sums_are_those_that_the_header_states() {
        for (const Index n : {1, 2, 12, 77}) {
            for (const Index h : {1, 8, 64}) {
                for (const Index m : {0, 1}) {
                    for (const Index r : {0, 1}) {
                        const Index B = 3;
                        const Index d = 64;
                        const FlopCost cost = flop_cost({B, n, n, d, h, m == 1, r == 1, true}).value();
                        QCOMPARE(cost.forward_total, 8 * B * n * d * d + 4 * B * n * n * d - B * n * d +
                                                         B * h * n * n * (5 + m + r) - 2 * B * h * n);
                        QCOMPARE(cost.backward_total, 16 * B * n * d * d + 8 * B * n * n * d - B * n * d - 4 * d * d -
                                                          4 * d + B * h * n * n * (4 + m + r) - B * h * n);
                        QCOMPARE(cost.forward_with_heads, B * h * n * n * (5 + m + r) - 2 * B * h * n);
                        QCOMPARE(cost.backward_with_heads, B * h * n * n * (4 + m + r) - B * h * n);
                    }
                }
            }
        }
    }

    // The only thing that the heads change is elementwise.
    void what_does_not_carry_heads_is_the_same_for_every_number_of_them() {
        const FlopCost one = flop_cost({2, 9, 9, 64, 1, true, true, true}).value();
        for (const Index h : {2, 4, 8, 16, 32, 64}) {
            const FlopCost more = flop_cost({2, 9, 9, 64, h, true, true, true}).value();
            QCOMPARE(more.forward_total - more.forward_with_heads, one.forward_total - one.forward_with_heads);
            QCOMPARE(more.backward_total - more.backward_with_heads, one.backward_total - one.backward_with_heads);
            QCOMPARE(more.forward_with_heads, h * one.forward_with_heads);
        }
    }

    void the_articles_module() {
        // 6 tokens, d_model 512, 8 heads: 8*6*512^2 + 4*36*512 - 6*512 + 8*36*5 - 2*8*6
        QCOMPARE(flop_cost({1, 6, 6, 512, 8, false, false, true})->forward_total, 12'654'912);
    }

    void absurd_sizes_are_an_error() {
        const Index large = Index{1} << 31;
        const Result<FlopCost> cost = flop_cost({large, large, large, 512, 8, false, false, true});
        QVERIFY((cost.error() == Error{ErrorCode::cost_too_large, {large, large, Index{512}, Index{8}}}));
        // The last that fits and the first that does not differ in one token: no wrong number in between.
        Index fits = 1;
        Index passes = Index{1} << 40;
        while (passes - fits > 1) {
            const Index n = fits + (passes - fits) / 2;
            (flop_cost({1, n, n, 512, 8, false, false, true}).has_value() ? fits : passes) = n;
        }
        const FlopCost last = flop_cost({1, fits, fits, 512, 8, false, false, true}).value();
        const long double n = static_cast<long double>(fits);
        const long double exact = 8 * n * 512 * 512 + 4 * n * n * 512 - n * 512 + 8 * n * n * 5 - 2 * 8 * n;
        QVERIFY(std::abs(exact - static_cast<long double>(last.forward_total)) < 2);
    }
};

} // namespace

QTEST_GUILESS_MAIN(FlopsTest)
#include "flops_test.moc"
